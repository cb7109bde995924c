import type { ItemOf } from '../../api/names.js';
import { Id } from '../../blocks/go.js';
import { Kst } from '../../blocks/kst.js';
import { Money } from '../../blocks/money.js';
import { Page } from '../../blocks/page.js';
import type { Column } from '../../blocks/resource-list/columns.js';
import { ResourceList } from '../../blocks/resource-list/resource-list.js';
import { State } from '../../blocks/state.js';
import { places } from '../../layout/places.js';
import { labels } from '../../texts/labels.js';
import { cancelAllocationWords, cancelStateWords } from '../../texts/order-words.js';
import { useTexts } from '../../texts/texts.js';
import { orderTexts } from './orders.texts.js';

function useColumns(): readonly Column<ItemOf<'listCancels'>>[] {
  const [l, t] = [useTexts(labels), useTexts(orderTexts)];
  return [
    { key: 'id', title: l.id, cell: ({ cancelId }) => <Id id={cancelId} at={places.cancel(cancelId)} /> },
    { key: 'state', title: l.state, cell: ({ state }) => <State words={cancelStateWords} is={state} /> },
    { key: 'allocation', title: t.lines, cell: (c) => <State words={cancelAllocationWords} is={c.allocation} /> },
    { key: 'amount', title: l.amount, align: 'end', cell: ({ amount }) => <Money won={amount} /> },
    {
      key: 'order',
      title: l.order,
      width: '13rem',
      cell: ({ orderId }) => <Id id={orderId} at={places.order(orderId)} />,
    },
    {
      key: 'sellers',
      title: t.sellers,
      cell: ({ lines }) =>
        [...new Set(lines.map(({ sellerId }) => sellerId))].map((id) => (
          <span key={id}>
            <Id id={id} at={places.seller(id)} />{' '}
          </span>
        )),
    },
    { key: 'at', title: t.canceledAt, width: '12rem', cell: ({ canceledAt }) => <Kst at={canceledAt} /> },
    { key: 'asked', title: t.requestedAt, width: '12rem', isExtra: true, cell: (c) => <Kst at={c.requestedAt} /> },
    {
      key: 'payment',
      title: l.payment,
      width: 'minmax(12rem, 1fr)',
      isExtra: true,
      cell: ({ paymentKey }) => <Id id={paymentKey} at={places.payment(paymentKey)} />,
    },
  ];
}

export function CancelList() {
  const [l, t] = [useTexts(labels), useTexts(orderTexts)];
  return (
    <Page title={t.cancels}>
      <ResourceList
        name="listCancels"
        label={t.cancels}
        empty={t.noAnyCancels}
        idOf={({ cancelId }) => cancelId}
        columns={useColumns()}
        filters={[
          { key: 'allocation', label: t.lines, kind: 'choice', words: cancelAllocationWords },
          { key: 'state', label: l.state, kind: 'choice', words: cancelStateWords },
          { key: 'sellerId', label: l.seller, kind: 'text' },
          { key: 'orderId', label: l.order, kind: 'text' },
          { key: 'from', label: l.from, kind: 'date' },
          { key: 'to', label: l.to, kind: 'date' },
          { key: 'minAmount', label: l.least, kind: 'won' },
          { key: 'maxAmount', label: l.most, kind: 'won' },
        ]}
      />
    </Page>
  );
}
