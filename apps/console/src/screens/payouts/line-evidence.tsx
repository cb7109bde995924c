import { SimpleGrid, Stack, Text } from '@mantine/core';
import { Facts } from '../../blocks/facts.js';
import { Id } from '../../blocks/go.js';
import { Kst } from '../../blocks/kst.js';
import { Money } from '../../blocks/money.js';
import { Panel } from '../../blocks/panel.js';
import { Sum } from '../../blocks/sum.js';
import { places } from '../../layout/places.js';
import { useTexts } from '../../texts/texts.js';
import type { ExplainedLine } from './explanation.js';
import { Postings } from './postings.js';
import { payoutTexts } from './payouts.texts.js';

/** One line of a statement, followed back to its order, its payment, its settlement and the ledger. */
export function LineEvidence({ line }: Readonly<{ line: ExplainedLine }>) {
  const t = useTexts(payoutTexts);
  const { payment, settlement, cancel, payout } = line;
  return (
    <Stack gap="sm" py="xs">
      {line.rule === '' ? null : <Text size="sm">{line.rule}</Text>}
      <SimpleGrid cols={{ base: 1, md: 2, xl: 3 }}>
        <OrderLine line={line} />
        {payment === null ? null : (
          <Panel title={t.payment}>
            <Facts
              facts={[
                [t.amount, <Money key="amount" won={payment.amount} />],
                [t.method, payment.method ?? '–'],
                [t.approvedAt, <Kst key="at" at={payment.approvedAt} />],
                ['transactionKey', <Id key="key" id={payment.transactionKey} />, 'wide'],
              ]}
            />
          </Panel>
        )}
        {settlement === null ? null : (
          <Panel title={t.settlement}>
            <Sum
              caption={t.settlement}
              total={settlement.payOutAmount}
              totalLabel={t.payOutAmount}
              parts={[
                { key: 'amount', label: t.amount, won: settlement.amount },
                { key: 'fee', label: t.fee, won: `${-BigInt(settlement.fee)}` },
              ]}
            />
            <Facts
              facts={[
                [t.soldDate, settlement.soldDate],
                [t.paidOutDate, settlement.paidOutDate],
                ['transactionKey', <Id key="key" id={settlement.transactionKey} />, 'wide'],
              ]}
            />
          </Panel>
        )}
        {cancel === null ? null : (
          <Panel title={t.cancel}>
            <Facts
              facts={[
                [t.paid, <Money key="paid" won={cancel.paid} />],
                [t.net, <Money key="net" won={cancel.net} />],
                ['ID', <Id key="id" id={cancel.cancelId} />],
              ]}
            />
          </Panel>
        )}
        {payout === null ? null : (
          <Panel title={t.earlier}>
            <Text>{payout.reason.text}</Text>
            <Id id={payout.payoutId} at={places.payout(payout.payoutId)} />
          </Panel>
        )}
        <Panel title={t.postings}>
          {line.ledger.map(({ postingKey }) => (
            <Postings key={postingKey} of={{ key: postingKey }} />
          ))}
        </Panel>
      </SimpleGrid>
    </Stack>
  );
}

/** Paid + promotion less the charges = net. */
function OrderLine({ line: { line, amount } }: Readonly<{ line: ExplainedLine }>) {
  const t = useTexts(payoutTexts);
  if (line === null) return null;
  const minus = (won: number | string) => `${-BigInt(won)}`;
  return (
    <Panel title={t.line} aside={<Id id={line.orderId} at={places.order(line.orderId)} />}>
      <Sum
        caption={t.line}
        total={line.net}
        totalLabel={t.net}
        parts={[
          { key: 'paid', label: t.paid, won: line.paid },
          { key: 'promotion', label: t.promotion, won: line.promotion },
          { key: 'commission', label: t.commission, won: minus(line.commission) },
          { key: 'commissionVat', label: t.commissionVat, won: minus(line.commissionVat) },
          { key: 'fees', label: t.fees, won: minus(line.fees) },
          { key: 'feeVat', label: t.feeVat, won: minus(line.feeVat) },
        ]}
      />
      {BigInt(line.net) === BigInt(amount) ? null : (
        <Text size="sm">
          <Money won={amount} />: {t.adjusted}
        </Text>
      )}
    </Panel>
  );
}
