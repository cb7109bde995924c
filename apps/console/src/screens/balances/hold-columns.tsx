import type { ItemOf } from '../../api/names.js';
import { Id } from '../../blocks/go.js';
import { Kst } from '../../blocks/kst.js';
import { Money } from '../../blocks/money.js';
import type { Column } from '../../blocks/resource-list/columns.js';
import { InWords, State } from '../../blocks/state.js';
import { Reason } from '../../blocks/reason.js';
import { places } from '../../layout/places.js';
import { labels } from '../../texts/labels.js';
import { holdScopeWords } from '../../texts/seller-words.js';
import { useTexts } from '../../texts/texts.js';
import { balanceTexts } from './balances.texts.js';

export type Hold = ItemOf<'listHolds'>;

/** Whether a hold is in force. */
export function HoldState({ hold }: Readonly<{ hold: Hold }>) {
  const t = useTexts(balanceTexts);
  const isOpen = hold.releasedAt === null;
  const text = isOpen ? t.isOpen : t.isReleased;
  return <State words={{ shown: [text, text, isOpen ? 'waiting' : 'quiet'] }} is="shown" />;
}

export function useHoldColumns(): readonly Column<Hold>[] {
  const [l, t] = [useTexts(labels), useTexts(balanceTexts)];
  return [
    { key: 'id', title: l.id, cell: ({ id }) => <Id id={id} at={places.hold(id)} /> },
    { key: 'state', title: l.state, cell: (hold) => <HoldState hold={hold} /> },
    { key: 'seller', title: l.seller, cell: ({ sellerId }) => <Id id={sellerId} at={places.seller(sellerId)} /> },
    { key: 'scope', title: t.scope, cell: ({ scope }) => <InWords words={holdScopeWords} is={scope} /> },
    { key: 'amount', title: l.amount, align: 'end', cell: ({ amount }) => <Money won={amount} /> },
    {
      key: 'order',
      title: l.order,
      isExtra: true,
      cell: ({ orderId }) => <Id id={orderId} at={orderId === null ? null : places.order(orderId)} />,
    },
    { key: 'reason', title: l.reason, cell: ({ reason }) => <Reason code={reason} /> },
    { key: 'detail', title: t.detail, isExtra: true, cell: ({ detail }) => <bdi>{detail ?? '–'}</bdi> },
    { key: 'releaseOn', title: t.releaseOn, cell: ({ releaseOn }) => releaseOn ?? '–' },
    { key: 'placedAt', title: l.placedAt, cell: ({ placedAt }) => <Kst at={placedAt} /> },
    { key: 'placedBy', title: l.placedBy, isExtra: true, cell: ({ placedBy }) => placedBy ?? l.platform },
  ];
}
