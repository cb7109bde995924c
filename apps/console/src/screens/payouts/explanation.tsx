import { Alert, SimpleGrid, Text } from '@mantine/core';
import type { OutputOf } from '../../api/names.js';
import { useRead } from '../../api/reads.js';
import { Go } from '../../blocks/go.js';
import { Loaded } from '../../blocks/loaded.js';
import { Money } from '../../blocks/money.js';
import { Panel } from '../../blocks/panel.js';
import { Movement } from '../../blocks/reason.js';
import { Sum } from '../../blocks/sum.js';
import { useAddress } from '../../layout/address.js';
import { places } from '../../layout/places.js';
import { useLanguage } from '../../texts/language.js';
import { useTexts } from '../../texts/texts.js';
import { Lines } from './lines.js';
import { payoutTexts } from './payouts.texts.js';

type Explained = OutputOf<'explainPayout'>;
export type ExplainedLine = Explained['lines']['items'][number];

/** Each won of a payout: the sentence why, the sum of its kinds of movement, and every line. */
export function Explanation({ payoutId }: Readonly<{ payoutId: string }>) {
  const { language } = useLanguage();
  const explained = useRead('explainPayout', { input: { params: { payoutId }, query: { lang: language } } });
  return <Loaded of={explained}>{(data) => <Shown explained={data} />}</Loaded>;
}

function Shown({ explained }: Readonly<{ explained: Explained }>) {
  const t = useTexts(payoutTexts);
  const [{ kind }] = useAddress();
  return (
    <>
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg">
        <Panel title={t.why}>
          <Text fw={600}>{explained.reason.text}</Text>
          <Sum
            caption={t.parts}
            total={explained.amount}
            totalLabel={t.paidOut}
            parts={explained.totals.map(({ kind: of, amount, count }) => ({
              key: of,
              label: <Movement kind={of} />,
              note: t.count(count),
              won: amount,
              opens: { to: '.', search: { kind: of } },
            }))}
          />
          {BigInt(explained.unexplained) === 0n ? null : (
            <Alert color="red" title={t.unexplained}>
              <Money won={explained.unexplained} /> {t.unexplainedText}
            </Alert>
          )}
        </Panel>
        <Panel title={t.statements}>
          {explained.statements.map((statement) => (
            <div key={statement.statementId}>
              <Go at={places.statement(statement.statementId)}>{t.statementOf(statement.businessDate)}</Go>
              <Sum
                caption={t.statementOf(statement.businessDate)}
                total={statement.payoutAmount}
                totalLabel={t.paidOut}
                parts={[
                  { key: 'opening', label: t.carriedIn, won: statement.opening },
                  { key: 'movements', label: t.movements, won: statement.movements },
                  { key: 'carried', label: t.carriedOut, won: `${-BigInt(statement.carried)}` },
                ]}
              />
            </div>
          ))}
        </Panel>
      </SimpleGrid>
      <Lines explained={explained} kind={kind} />
    </>
  );
}
