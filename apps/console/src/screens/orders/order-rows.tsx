import type { ItemOf } from '../../api/names.js';
import { Id } from '../../blocks/go.js';
import { Kst } from '../../blocks/kst.js';
import { Money } from '../../blocks/money.js';
import type { Column, Filter } from '../../blocks/resource-list/columns.js';
import { ResourceList } from '../../blocks/resource-list/resource-list.js';
import { State } from '../../blocks/state.js';
import { places } from '../../layout/places.js';
import { labels } from '../../texts/labels.js';
import { orderStateWords } from '../../texts/order-words.js';
import { useTexts } from '../../texts/texts.js';
import { orderTexts } from './orders.texts.js';

type FilterKey = 'sellerId' | 'state' | 'from' | 'to' | 'minAmount' | 'maxAmount' | 'text';

/** Orders of everything, or of one seller. */
export function OrderRows({ fixed }: Readonly<{ fixed?: Readonly<{ sellerId: string }> }>) {
  const [l, t] = [useTexts(labels), useTexts(orderTexts)];
  const columns: readonly Column<ItemOf<'listOrders'>>[] = [
    {
      key: 'id',
      title: l.order,
      width: '13rem',
      cell: ({ orderId }) => <Id id={orderId} at={places.order(orderId)} />,
    },
    { key: 'name', title: t.name, width: 'minmax(12rem, 2fr)', cell: ({ orderName }) => <bdi>{orderName}</bdi> },
    { key: 'state', title: l.state, cell: ({ state }) => <State words={orderStateWords} is={state} /> },
    { key: 'total', title: t.total, align: 'end', cell: ({ totalAmount }) => <Money won={totalAmount} /> },
    { key: 'canceled', title: t.canceledWon, align: 'end', cell: (o) => <Money won={o.canceledAmount} /> },
    {
      key: 'sellers',
      title: t.sellers,
      cell: ({ sellerIds }) =>
        sellerIds.map((sellerId) => (
          <span key={sellerId}>
            <Id id={sellerId} at={places.seller(sellerId)} />{' '}
          </span>
        )),
    },
    { key: 'at', title: t.orderedAt, width: '12rem', cell: ({ orderedAt }) => <Kst at={orderedAt} /> },
    {
      key: 'payment',
      title: l.payment,
      width: 'minmax(12rem, 1fr)',
      isExtra: true,
      cell: ({ paymentKey }) => <Id id={paymentKey} at={paymentKey === null ? null : places.payment(paymentKey)} />,
    },
  ];
  const filters: readonly Filter<FilterKey>[] = [
    { key: 'state', label: l.state, kind: 'choice', words: orderStateWords },
    { key: 'sellerId', label: l.seller, kind: 'text' },
    { key: 'text', label: t.textHint, kind: 'text' },
    { key: 'from', label: l.from, kind: 'date' },
    { key: 'to', label: l.to, kind: 'date' },
    { key: 'minAmount', label: l.least, kind: 'won' },
    { key: 'maxAmount', label: l.most, kind: 'won' },
  ];
  return (
    <ResourceList
      name="listOrders"
      label={t.orders}
      empty={t.noOrders}
      idOf={({ orderId }) => orderId}
      columns={columns}
      {...(fixed && { input: { query: fixed } })}
      filters={filters.filter(({ key }) => fixed === undefined || key !== 'sellerId')}
    />
  );
}
