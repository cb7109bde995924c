import type { ItemOf } from '../../api/names.js';
import type { Column } from '../../blocks/resource-list/columns.js';
import { Go, Id } from '../../blocks/go.js';
import { Money } from '../../blocks/money.js';
import { Page } from '../../blocks/page.js';
import { Reason } from '../../blocks/reason.js';
import { ResourceList } from '../../blocks/resource-list/resource-list.js';
import { places } from '../../layout/places.js';
import { useTexts } from '../../texts/texts.js';
import { statementTexts } from './statements.texts.js';

type Statement = ItemOf<'listStatements'>;

/** Statements of all sellers, the newest first. */
export function StatementList() {
  const t = useTexts(statementTexts);
  return (
    <Page title={t.title}>
      <ResourceList
        name="listStatements"
        label={t.title}
        empty={t.empty}
        idOf={(s) => s.id}
        columns={columnsIn(t)}
        filters={[
          { key: 'sellerId', label: t.seller, kind: 'text' },
          { key: 'from', label: t.from, kind: 'date' },
          { key: 'to', label: t.to, kind: 'date' },
          { key: 'minAmount', label: t.least, kind: 'won' },
          { key: 'maxAmount', label: t.most, kind: 'won' },
          { key: 'runId', label: t.run, kind: 'text' },
        ]}
      />
    </Page>
  );
}

const columnsIn = (t: (typeof statementTexts)['en']): readonly Column<Statement>[] => [
  {
    key: 'date',
    title: t.date,
    width: '8rem',
    cell: (s) => <Go at={places.statement(s.id)}>{s.businessDate}</Go>,
  },
  { key: 'seller', title: t.seller, cell: (s) => <Id id={s.sellerId} at={places.seller(s.sellerId)} /> },
  { key: 'opening', title: t.opening, align: 'end', cell: (s) => <Money won={s.opening} /> },
  {
    key: 'movements',
    title: t.movements,
    align: 'end',
    cell: (s) => (
      <Go at={places.statementLines(s.id)}>
        <Money won={s.movements} />
      </Go>
    ),
  },
  {
    key: 'payout',
    title: t.payout,
    align: 'end',
    cell: (s) => (
      <Go at={places.payouts({ runId: s.runId, sellerId: s.sellerId })}>
        <Money won={s.payoutAmount} />
      </Go>
    ),
  },
  { key: 'carried', title: t.carried, align: 'end', cell: (s) => <Money won={s.carried} /> },
  {
    key: 'why',
    title: t.carriedWhy,
    width: 'minmax(10rem, 1fr)',
    cell: (s) => (s.holdReason === null ? '–' : <Reason code={s.holdReason} />),
  },
  { key: 'withheld', title: t.withheld, align: 'end', isExtra: true, cell: (s) => <Money won={s.withheld} /> },
  {
    key: 'reserve',
    title: t.reserveHeld,
    align: 'end',
    isExtra: true,
    cell: (s) => <Money won={s.reserveHeld} />,
  },
  { key: 'held', title: t.heldBack, align: 'end', isExtra: true, cell: (s) => <Money won={s.heldBack} /> },
  { key: 'run', title: t.run, isExtra: true, cell: (s) => <Id id={s.runId} at={places.run(s.runId)} /> },
];
