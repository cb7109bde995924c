import type { ItemOf } from '../../api/names.js';
import { ActionButton } from '../../blocks/action-button/action-button.js';
import { Id } from '../../blocks/go.js';
import { Kst } from '../../blocks/kst.js';
import { Money } from '../../blocks/money.js';
import { Panel } from '../../blocks/panel.js';
import { Reason } from '../../blocks/reason.js';
import type { Column } from '../../blocks/resource-list/columns.js';
import { ResourceList } from '../../blocks/resource-list/resource-list.js';
import { places } from '../../layout/places.js';
import { labels } from '../../texts/labels.js';
import { useTexts } from '../../texts/texts.js';
import type { SellerShown } from './seller.js';
import { sellerTexts } from './sellers.texts.js';

export function SellerStatements({ seller: { sellerId } }: SellerShown) {
  const [l, t] = [useTexts(labels), useTexts(sellerTexts)];
  const columns: readonly Column<ItemOf<'listStatements'>>[] = [
    { key: 'id', title: l.statement, cell: ({ id }) => <Id id={id} at={places.statement(id)} /> },
    { key: 'date', title: l.date, width: '8rem', cell: ({ businessDate }) => businessDate },
    { key: 'opening', title: t.opening, align: 'end', cell: ({ opening }) => <Money won={opening} /> },
    { key: 'movements', title: t.movements, align: 'end', cell: ({ movements }) => <Money won={movements} /> },
    { key: 'payout', title: t.paidOut, align: 'end', cell: ({ payoutAmount }) => <Money won={payoutAmount} /> },
    { key: 'carried', title: t.carried, align: 'end', cell: ({ carried }) => <Money won={carried} /> },
    {
      key: 'reason',
      title: t.heldBecause,
      width: 'minmax(14rem, 2fr)',
      cell: ({ holdReason }) => (holdReason === null ? '–' : <Reason code={holdReason} />),
    },
  ];
  return (
    <>
      <ResourceList
        name="listStatements"
        label={t.statements}
        empty={t.noStatements}
        idOf={({ id }) => id}
        columns={columns}
        input={{ query: { sellerId } }}
        filters={[
          { key: 'from', label: l.from, kind: 'date' },
          { key: 'to', label: l.to, kind: 'date' },
          { key: 'minAmount', label: l.least, kind: 'won' },
          { key: 'maxAmount', label: l.most, kind: 'won' },
        ]}
      />
      <Overrides sellerId={sellerId} />
    </>
  );
}

/** Statements that were let pay below the minimum. */
function Overrides({ sellerId }: Readonly<{ sellerId: string }>) {
  const [l, t] = [useTexts(labels), useTexts(sellerTexts)];
  const columns: readonly Column<ItemOf<'listPayoutOverrides'>>[] = [
    { key: 'date', title: t.forDate, cell: ({ forBusinessDate }) => forBusinessDate },
    { key: 'why', title: l.reason, width: 'minmax(14rem, 2fr)', cell: ({ reason }) => <bdi>{reason}</bdi> },
    { key: 'by', title: l.placedBy, cell: ({ placedBy }) => placedBy },
    { key: 'at', title: l.placedAt, cell: ({ placedAt }) => <Kst at={placedAt} /> },
  ];
  return (
    <Panel title={t.overrides} aside={<Override sellerId={sellerId} />}>
      <ResourceList
        name="listPayoutOverrides"
        label={t.overrides}
        empty={t.noOverrides}
        idOf={({ id }) => id}
        columns={columns}
        input={{ params: { sellerId } }}
      />
    </Panel>
  );
}

function Override({ sellerId }: Readonly<{ sellerId: string }>) {
  const [l, t] = [useTexts(labels), useTexts(sellerTexts)];
  return (
    <ActionButton
      operation="overridePayout"
      subject={sellerId}
      label={t.override}
      text={<p>{t.overrideText}</p>}
      fields={[
        { name: 'date', kind: 'date', label: t.overrideDate },
        { name: 'reason', kind: 'reason', label: l.reason },
      ]}
      input={({ date = '', reason = '' }) => ({
        params: { sellerId },
        body: { kind: 'BELOW_MINIMUM' as const, forBusinessDate: date, reason },
      })}
    />
  );
}
