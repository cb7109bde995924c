import type { ItemOf } from '../../api/names.js';
import { Go, Id } from '../../blocks/go.js';
import { Kst } from '../../blocks/kst.js';
import { Money } from '../../blocks/money.js';
import type { Column } from '../../blocks/resource-list/columns.js';
import { ResourceList } from '../../blocks/resource-list/resource-list.js';
import { Bilingual, InWords, State } from '../../blocks/state.js';
import { places } from '../../layout/places.js';
import { failureClassWords, scheduleWords } from '../../texts/run-words.js';
import { payoutStateWords } from '../../texts/states.js';
import { useTexts } from '../../texts/texts.js';
import { payoutTexts } from './payouts.texts.js';

type Payout = ItemOf<'listPayoutViews'>;
type Kept = 'runId' | 'batchId' | 'sellerId';

function useColumns(): readonly Column<Payout>[] {
  const t = useTexts(payoutTexts);
  return [
    { key: 'seller', title: t.seller, cell: (p) => <Id id={p.sellerId} at={places.seller(p.sellerId)} /> },
    {
      key: 'amount',
      title: t.amount,
      align: 'end',
      cell: (p) => (
        <Go at={places.payout(p.id)}>
          <Money won={p.amount} />
        </Go>
      ),
    },
    { key: 'state', title: t.state, width: '13rem', cell: (p) => <State words={payoutStateWords} is={p.state} /> },
    { key: 'date', title: t.date, width: '8rem', cell: (p) => p.payoutDate ?? '–' },
    {
      key: 'waits',
      title: t.waits,
      width: 'minmax(14rem, 2fr)',
      cell: (p) => (p.waiting === null ? <Failed payout={p} /> : <Bilingual text={p.waiting.text} />),
    },
    { key: 'created', title: t.created, width: '12rem', cell: (p) => <Kst at={p.createdAt} /> },
    {
      key: 'schedule',
      title: t.schedule,
      isExtra: true,
      cell: (p) => (p.scheduleType === null ? '–' : <InWords words={scheduleWords} is={p.scheduleType} />),
    },
    { key: 'finished', title: t.finished, width: '12rem', isExtra: true, cell: (p) => <Kst at={p.finishedAt} /> },
    {
      key: 'run',
      title: t.run,
      width: '22rem',
      isExtra: true,
      cell: (p) => <Id id={p.runId} at={places.run(p.runId)} />,
    },
    { key: 'id', title: 'ID', width: '22rem', isExtra: true, cell: (p) => <Id id={p.id} at={places.payout(p.id)} /> },
    { key: 'reference', title: t.reference, width: '22rem', isExtra: true, cell: (p) => <Id id={p.refPayoutId} /> },
  ];
}

const Failed = ({ payout: { failureClass, failureCode } }: Readonly<{ payout: Payout }>) =>
  failureClass === null && failureCode === null ? (
    <>–</>
  ) : (
    <>
      {failureClass === null ? null : <InWords words={failureClassWords} is={failureClass} />} {failureCode}
    </>
  );

/** The payouts of everything, or of what is kept fixed. */
export function PayoutRows({ fixed }: Readonly<{ fixed?: Readonly<Partial<Record<Kept, string>>> }>) {
  const t = useTexts(payoutTexts);
  return (
    <ResourceList
      name="listPayoutViews"
      label={t.title}
      empty={t.empty}
      idOf={(p) => p.id}
      columns={useColumns()}
      {...(fixed && { input: { query: fixed } })}
      filters={[
        { key: 'state', label: t.state, kind: 'choice', words: payoutStateWords },
        { key: 'owed', label: t.owed, kind: 'yes' },
        { key: 'sellerId', label: t.seller, kind: 'text' },
        { key: 'runId', label: t.run, kind: 'text' },
        { key: 'payoutDate', label: t.date, kind: 'date' },
        { key: 'from', label: t.from, kind: 'date' },
        { key: 'to', label: t.to, kind: 'date' },
        { key: 'minAmount', label: t.least, kind: 'won' },
        { key: 'maxAmount', label: t.most, kind: 'won' },
      ]}
    />
  );
}
