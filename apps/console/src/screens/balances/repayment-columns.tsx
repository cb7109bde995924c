import type { ItemOf } from '../../api/names.js';
import { Id } from '../../blocks/go.js';
import { Kst } from '../../blocks/kst.js';
import { Money } from '../../blocks/money.js';
import type { Column } from '../../blocks/resource-list/columns.js';
import { places } from '../../layout/places.js';
import { labels } from '../../texts/labels.js';
import { useTexts } from '../../texts/texts.js';
import { balanceTexts } from './balances.texts.js';

export function useRepaymentColumns(): readonly Column<ItemOf<'listRepayments'>>[] {
  const [l, t] = [useTexts(labels), useTexts(balanceTexts)];
  return [
    { key: 'id', title: l.id, cell: ({ id }) => <Id id={id} at={places.repayment(id)} /> },
    { key: 'seller', title: l.seller, cell: ({ sellerId }) => <Id id={sellerId} at={places.seller(sellerId)} /> },
    { key: 'amount', title: l.amount, align: 'end', cell: ({ amount }) => <Money won={amount} /> },
    { key: 'receivedAt', title: t.receivedAt, cell: ({ receivedAt }) => <Kst at={receivedAt} /> },
    { key: 'reference', title: t.bankReference, cell: ({ reference }) => <bdi>{reference}</bdi> },
    { key: 'reason', title: l.reason, isExtra: true, cell: ({ reason }) => <bdi>{reason}</bdi> },
    { key: 'recordedBy', title: t.recordedBy, cell: ({ recordedBy }) => recordedBy },
    { key: 'recordedAt', title: t.recordedAt, isExtra: true, cell: ({ recordedAt }) => <Kst at={recordedAt} /> },
  ];
}
