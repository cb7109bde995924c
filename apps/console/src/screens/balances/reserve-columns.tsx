import type { ItemOf } from '../../api/names.js';
import { ActionButton } from '../../blocks/action-button/action-button.js';
import { typed, wonTyped } from '../../blocks/action-button/action.js';
import { Id } from '../../blocks/go.js';
import { Kst } from '../../blocks/kst.js';
import { Money } from '../../blocks/money.js';
import type { Column } from '../../blocks/resource-list/columns.js';
import { places } from '../../layout/places.js';
import { wonIn, wonOf } from '../../texts/amounts.js';
import { labels } from '../../texts/labels.js';
import { useLanguage } from '../../texts/language.js';
import { useTexts } from '../../texts/texts.js';
import { balanceTexts } from './balances.texts.js';

export type Reserve = ItemOf<'listAllReserves'>;

export function useReserveColumns(): readonly Column<Reserve>[] {
  const [l, t] = [useTexts(labels), useTexts(balanceTexts)];
  return [
    { key: 'id', title: l.id, cell: ({ id }) => <Id id={id} at={places.reserve(id)} /> },
    { key: 'seller', title: l.seller, cell: ({ sellerId }) => <Id id={sellerId} at={places.seller(sellerId)} /> },
    { key: 'amount', title: t.keptBack, align: 'end', cell: ({ amount }) => <Money won={amount} /> },
    { key: 'released', title: t.releasedWon, align: 'end', cell: ({ released }) => <Money won={released} /> },
    { key: 'left', title: t.leftWon, align: 'end', cell: ({ left }) => <Money won={left} /> },
    { key: 'releaseOn', title: t.releaseOn, cell: ({ releaseOn }) => releaseOn ?? t.noEnd },
    {
      key: 'statement',
      title: l.statement,
      cell: ({ statementId }) => <Id id={statementId} at={places.statement(statementId)} />,
    },
    { key: 'createdAt', title: l.createdAt, cell: ({ createdAt }) => <Kst at={createdAt} /> },
  ];
}

/** Makes a reserve, or a part of it, payable before its time. */
export function ReleaseReserve({ reserve }: Readonly<{ reserve: Reserve }>) {
  const [l, t] = [useTexts(labels), useTexts(balanceTexts)];
  const { language } = useLanguage();
  return (
    <ActionButton
      operation="releaseReserve"
      subject={reserve.id}
      label={t.release}
      tone="primary"
      text={<p>{t.releaseReserveText(wonIn(language, wonOf(reserve.left)))}</p>}
      fields={[
        { name: 'amount', kind: 'won', label: t.releaseAmount, hint: t.releaseAmountHint, isOptional: true },
        { name: 'reason', kind: 'reason', label: l.reason },
      ]}
      input={({ amount, reason = '' }) => {
        const won = typed(amount) === undefined ? undefined : wonTyped(amount);
        return { params: { reserveId: reserve.id }, body: { reason, ...(won !== undefined && { amount: won }) } };
      }}
      unless={wonOf(reserve.left) > 0n ? undefined : t.nothingLeft}
    />
  );
}
