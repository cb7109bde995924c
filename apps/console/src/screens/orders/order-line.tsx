import { SimpleGrid, Text } from '@mantine/core';
import type { OutputOf } from '../../api/names.js';
import { Facts } from '../../blocks/facts.js';
import { Go, Id } from '../../blocks/go.js';
import { Kst } from '../../blocks/kst.js';
import { Money } from '../../blocks/money.js';
import { Panel } from '../../blocks/panel.js';
import { State } from '../../blocks/state.js';
import { Sum } from '../../blocks/sum.js';
import { places } from '../../layout/places.js';
import { wonOf } from '../../texts/amounts.js';
import { labels } from '../../texts/labels.js';
import { payoutStateWords } from '../../texts/states.js';
import { useTexts } from '../../texts/texts.js';
import { LineSum } from './line-sum.js';
import { orderTexts } from './orders.texts.js';

type Line = OutputOf<'getOrder'>['lines'][number];
type Explained = OutputOf<'explainOrder'>['lines'][number];

/** One line: how its money is divided, and where the seller's part of it is. */
export function OrderLine({ line, explained }: Readonly<{ line: Line; explained: Explained | undefined }>) {
  const [l, t] = [useTexts(labels), useTexts(orderTexts)];
  const { ruleId, termsFrom } = line.pricing;
  const seller = <Id id={line.sellerId} at={places.seller(line.sellerId)} />;
  return (
    <Panel title={t.lineOf(line.lineId)} aside={seller}>
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg">
        <div>
          <Text size="sm">{t.division}</Text>
          <LineSum line={line} />
        </div>
        {explained === undefined ? null : <Whereabouts line={explained} />}
      </SimpleGrid>
      <Facts
        facts={[
          [t.linePrice, <Money key="price" won={line.amount} />],
          [t.quantity, line.quantity],
          [l.category, <bdi key="category">{line.category}</bdi>],
          line.productId !== null && [l.product, <bdi key="product">{line.productId}</bdi>],
          wonOf(line.discountAmount) !== 0n && [t.discount, <Money key="discount" won={line.discountAmount} />],
          wonOf(line.discountAmount) !== 0n && [t.bySeller, <Money key="by" won={line.discountBySeller} />],
          wonOf(line.canceled) !== 0n && [t.canceledWon, <Money key="canceled" won={line.canceled} />],
          [
            t.termsFrom,
            <Go key="terms" at={places.sellerPart(line.sellerId, 'terms')}>
              {termsFrom}
            </Go>,
          ],
          ruleId !== null && [t.byRule, <Id key="rule" id={ruleId} at={places.commissionRule(ruleId)} />],
          [t.maturesOn, line.maturesOn ?? '–'],
          line.deliveredAt !== null && [t.delivered, <Kst key="delivered" at={line.deliveredAt} />],
          line.confirmedAt !== null && [t.confirmed, <Kst key="confirmed" at={line.confirmedAt} />],
          line.confirmedAt === null &&
            line.autoConfirmsAt !== null && [t.autoConfirms, <Kst key="auto" at={line.autoConfirmsAt} />],
        ]}
      />
    </Panel>
  );
}

/** The parts of the net amount: each says where it is and why, and opens the payout that has it. */
function Whereabouts({ line }: Readonly<{ line: Explained }>) {
  const t = useTexts(orderTexts);
  return (
    <div>
      <Text size="sm">{t.whereItIs}</Text>
      <Sum
        caption={t.partsCaption}
        parts={line.parts.map((part) => ({
          key: `${part.reason.code} ${part.maturedOn ?? ''} ${part.statementId ?? ''} ${part.reason.text}`,
          label: part.reason.text,
          note: <Way part={part} />,
          won: part.amount,
          opens: placeOf(line.sellerId, part),
        }))}
        totalLabel={t.afterCancels}
        total={line.net}
      />
      {line.adjustments.map(({ changeId, step, net, effectiveFrom }) => (
        <Text key={`${changeId} ${step}`} size="sm">
          {t.adjusted}: <Money won={net} /> <Id id={effectiveFrom} at={places.termsChange(changeId)} />
        </Text>
      ))}
    </div>
  );
}

function placeOf(sellerId: string, { payouts, statementId }: Explained['parts'][number]) {
  const payout = payouts.at(-1);
  if (payout !== undefined) return places.payout(payout.payoutId);
  return statementId === null ? places.sellerPart(sellerId, 'balance') : places.statement(statementId);
}

function Way({ part: { statementId, statementDate, payouts } }: Readonly<{ part: Explained['parts'][number] }>) {
  const t = useTexts(orderTexts);
  if (statementId === null) return <>{t.inNone}</>;
  return (
    <>
      {t.statementOf} <Go at={places.statement(statementId)}>{statementDate ?? statementId}</Go>
      {payouts.map(({ payoutId, state }) => (
        <span key={payoutId}>
          {' → '}
          <Go at={places.payout(payoutId)}>{t.paidWith}</Go> <State words={payoutStateWords} is={state} />
        </span>
      ))}
    </>
  );
}
