import type { ItemOf } from '../../api/names.js';
import { Id } from '../../blocks/go.js';
import { Kst } from '../../blocks/kst.js';
import { Money } from '../../blocks/money.js';
import type { Column } from '../../blocks/resource-list/columns.js';
import { State } from '../../blocks/state.js';
import { places } from '../../layout/places.js';
import { labels } from '../../texts/labels.js';
import { adjustmentWords } from '../../texts/seller-words.js';
import { useTexts } from '../../texts/texts.js';
import { balanceTexts } from './balances.texts.js';

export function useAdjustmentColumns(): readonly Column<ItemOf<'listAdjustments'>>[] {
  const [l, t] = [useTexts(labels), useTexts(balanceTexts)];
  return [
    { key: 'id', title: l.id, cell: ({ id }) => <Id id={id} at={places.adjustment(id)} /> },
    { key: 'state', title: l.state, cell: ({ state }) => <State words={adjustmentWords} is={state} /> },
    { key: 'seller', title: l.seller, cell: ({ sellerId }) => <Id id={sellerId} at={places.seller(sellerId)} /> },
    { key: 'amount', title: l.amount, align: 'end', cell: ({ amount }) => <Money won={amount} /> },
    { key: 'toDebt', title: t.toDebt, align: 'end', isExtra: true, cell: ({ toDebt }) => <Money won={toDebt} /> },
    { key: 'reason', title: l.reason, width: 'minmax(14rem, 2fr)', cell: ({ reason }) => <bdi>{reason}</bdi> },
    { key: 'reference', title: l.reference, isExtra: true, cell: ({ reference }) => <bdi>{reference ?? '–'}</bdi> },
    { key: 'proposedBy', title: l.proposedBy, cell: ({ proposedBy }) => proposedBy },
    { key: 'proposedAt', title: l.proposedAt, cell: ({ proposedAt }) => <Kst at={proposedAt} /> },
    { key: 'decidedBy', title: l.decidedBy, isExtra: true, cell: ({ decidedBy }) => decidedBy ?? '–' },
  ];
}
