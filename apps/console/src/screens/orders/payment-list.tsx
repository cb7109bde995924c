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
import { allocationWords, methodWords, paymentStateWords, sideWords } from '../../texts/order-words.js';
import { useTexts } from '../../texts/texts.js';
import { orderTexts } from './orders.texts.js';

function useColumns(): readonly Column<ItemOf<'listPayments'>>[] {
  const [l, t] = [useTexts(labels), useTexts(orderTexts)];
  return [
    {
      key: 'key',
      title: l.payment,
      width: 'minmax(13rem, 1fr)',
      cell: ({ paymentKey }) => <Id id={paymentKey} at={places.payment(paymentKey)} />,
    },
    { key: 'state', title: l.state, cell: ({ state }) => <State words={paymentStateWords} is={state} /> },
    {
      key: 'amount',
      title: l.amount,
      align: 'end',
      cell: ({ amount, currency }) => <Money won={amount} currency={currency} />,
    },
    {
      key: 'canceled',
      title: t.canceledWon,
      align: 'end',
      cell: ({ canceledAmount, currency }) => <Money won={canceledAmount} currency={currency} />,
    },
    {
      key: 'order',
      title: l.order,
      width: '13rem',
      cell: ({ orderId }) => <Id id={orderId} at={orderId === null ? null : places.order(orderId)} />,
    },
    {
      key: 'method',
      title: t.method,
      cell: ({ method }) => (method === null ? '–' : <InWords words={methodWords} is={method} />),
    },
    { key: 'allocation', title: t.allocation, cell: (p) => <State words={allocationWords} is={p.allocation} /> },
    { key: 'side', title: t.side, isExtra: true, cell: ({ side }) => <InWords words={sideWords} is={side} /> },
    { key: 'approved', title: t.approvedAt, width: '12rem', cell: ({ approvedAt }) => <Kst at={approvedAt} /> },
    { key: 'code', title: t.refusedBy, isExtra: true, cell: ({ providerCode }) => providerCode ?? '–' },
    { key: 'due', title: t.depositDue, width: '12rem', isExtra: true, cell: (p) => <Kst at={p.depositDue} /> },
  ];
}

export function PaymentList() {
  const [l, t] = [useTexts(labels), useTexts(orderTexts)];
  return (
    <Page title={t.payments}>
      <ResourceList
        name="listPayments"
        label={t.payments}
        empty={t.noPayments}
        idOf={({ paymentKey }) => paymentKey}
        columns={useColumns()}
        filters={[
          { key: 'state', label: l.state, kind: 'choice', words: paymentStateWords },
          { key: 'method', label: t.method, kind: 'choice', words: methodWords },
          { key: 'allocation', label: t.allocation, kind: 'choice', words: allocationWords },
          { key: 'sellerId', label: l.seller, kind: 'text' },
          { key: 'text', label: l.text, kind: 'text' },
          { key: 'from', label: l.from, kind: 'date' },
          { key: 'to', label: l.to, kind: 'date' },
          { key: 'minAmount', label: l.least, kind: 'won' },
          { key: 'maxAmount', label: l.most, kind: 'won' },
        ]}
      />
    </Page>
  );
}
