import type { ItemOf } from '../../api/names.js';
import { Id } from '../../blocks/go.js';
import { Kst } from '../../blocks/kst.js';
import { Money } from '../../blocks/money.js';
import { Page } from '../../blocks/page.js';
import type { Column } from '../../blocks/resource-list/columns.js';
import { ResourceList } from '../../blocks/resource-list/resource-list.js';
import { InWords, State } from '../../blocks/state.js';
import { places } from '../../layout/places.js';
import { labels } from '../../texts/labels.js';
import { paymentStateWords, sideWords, unallocatedWords } from '../../texts/order-words.js';
import { useTexts } from '../../texts/texts.js';
import { orderTexts } from './orders.texts.js';

function useColumns(): readonly Column<ItemOf<'listUnallocatedPayments'>>[] {
  const [l, t] = [useTexts(labels), useTexts(orderTexts)];
  return [
    {
      key: 'key',
      title: l.payment,
      width: 'minmax(13rem, 1fr)',
      cell: ({ paymentKey }) => <Id id={paymentKey} at={places.unallocatedPayment(paymentKey)} />,
    },
    { key: 'number', title: t.orderNumber, cell: ({ orderNumber }) => <bdi>{orderNumber}</bdi> },
    {
      key: 'because',
      title: t.because,
      width: 'minmax(12rem, 2fr)',
      cell: ({ because }) => <InWords words={unallocatedWords} is={because} />,
    },
    { key: 'amount', title: l.amount, align: 'end', cell: (p) => <Money won={p.amount} currency={p.currency} /> },
    {
      key: 'canceled',
      title: t.canceledWon,
      align: 'end',
      isExtra: true,
      cell: (p) => <Money won={p.canceled} currency={p.currency} />,
    },
    { key: 'state', title: l.state, cell: ({ state }) => <State words={paymentStateWords} is={state} /> },
    { key: 'age', title: t.age, align: 'end', cell: ({ ageDays }) => t.ageDays(ageDays) },
    { key: 'side', title: t.side, cell: ({ side }) => <InWords words={sideWords} is={side} /> },
    { key: 'approved', title: t.approvedAt, width: '12rem', cell: ({ approvedAt }) => <Kst at={approvedAt} /> },
  ];
}

export function UnallocatedList() {
  const t = useTexts(orderTexts);
  return (
    <Page title={t.unallocated}>
      <ResourceList
        name="listUnallocatedPayments"
        label={t.unallocated}
        empty={t.noUnallocated}
        idOf={({ paymentKey }) => paymentKey}
        columns={useColumns()}
        filters={[
          { key: 'because', label: t.because, kind: 'choice', words: unallocatedWords },
          { key: 'side', label: t.side, kind: 'choice', words: sideWords },
          { key: 'currency', label: t.currency, kind: 'text' },
        ]}
      />
    </Page>
  );
}
