import type { ItemOf } from '../../api/names.js';
import { Id } from '../../blocks/go.js';
import { Kst } from '../../blocks/kst.js';
import { Money } from '../../blocks/money.js';
import type { Column } from '../../blocks/resource-list/columns.js';
import { State } from '../../blocks/state.js';
import { places } from '../../layout/places.js';
import { labels } from '../../texts/labels.js';
import { writeOffWords } from '../../texts/seller-words.js';
import { useTexts } from '../../texts/texts.js';

export function useWriteOffColumns(): readonly Column<ItemOf<'listWriteOffs'>>[] {
  const l = useTexts(labels);
  return [
    { key: 'id', title: l.id, cell: ({ id }) => <Id id={id} at={places.writeOff(id)} /> },
    { key: 'state', title: l.state, cell: ({ state }) => <State words={writeOffWords} is={state} /> },
    { key: 'seller', title: l.seller, cell: ({ sellerId }) => <Id id={sellerId} at={places.seller(sellerId)} /> },
    { key: 'amount', title: l.amount, align: 'end', cell: ({ amount }) => <Money won={amount} /> },
    { key: 'reason', title: l.reason, width: 'minmax(14rem, 2fr)', cell: ({ reason }) => <bdi>{reason}</bdi> },
    { key: 'requestedBy', title: l.requestedBy, cell: ({ requestedBy }) => requestedBy },
    { key: 'requestedAt', title: l.requestedAt, cell: ({ requestedAt }) => <Kst at={requestedAt} /> },
    { key: 'decidedBy', title: l.decidedBy, isExtra: true, cell: ({ decidedBy }) => decidedBy ?? '–' },
  ];
}
