import type { ItemOf } from '../../api/names.js';
import { Go, Id } from '../../blocks/go.js';
import { Money } from '../../blocks/money.js';
import { Page } from '../../blocks/page.js';
import type { Column } from '../../blocks/resource-list/columns.js';
import { ResourceList } from '../../blocks/resource-list/resource-list.js';
import { places } from '../../layout/places.js';
import { labels } from '../../texts/labels.js';
import { useTexts } from '../../texts/texts.js';
import { positionTexts } from './positions.texts.js';
import { sellerTexts } from './sellers.texts.js';

type Limited = ItemOf<'listLimitedSellers'>;

/** Sellers under review and how much of their weekly limit is used. */
export function LimitList() {
  const [l, t, s] = [useTexts(labels), useTexts(positionTexts), useTexts(sellerTexts)];
  const columns: readonly Column<Limited>[] = [
    { key: 'seller', title: l.seller, cell: ({ sellerId }) => <Id id={sellerId} at={places.seller(sellerId)} /> },
    { key: 'percent', title: t.usedPercent, align: 'end', cell: ({ usedPercent }) => `${usedPercent} %` },
    {
      key: 'used',
      title: s.used,
      align: 'end',
      cell: ({ sellerId, used }) => (
        <Go at={places.sellerPart(sellerId, 'payouts')}>
          <Money won={used} />
        </Go>
      ),
    },
    { key: 'limit', title: s.limit, align: 'end', cell: ({ limit }) => <Money won={limit} /> },
    { key: 'headroom', title: s.free, align: 'end', cell: ({ headroom }) => <Money won={headroom} /> },
    {
      key: 'payable',
      title: t.payable,
      align: 'end',
      cell: ({ sellerId, payable }) => (
        <Go at={places.sellerPart(sellerId, 'balance')}>
          <Money won={payable} />
        </Go>
      ),
    },
    { key: 'rolling', title: s.usedRolling, align: 'end', isExtra: true, cell: (i) => <Money won={i.usedRolling} /> },
    { key: 'week', title: s.usedThisWeek, align: 'end', isExtra: true, cell: (i) => <Money won={i.usedThisWeek} /> },
  ];
  return (
    <Page title={t.limits}>
      <ResourceList
        name="listLimitedSellers"
        label={t.limits}
        empty={t.noLimits}
        idOf={({ sellerId }) => sellerId}
        columns={columns}
        filters={[{ key: 'minPercent', label: t.minPercent, kind: 'text' }]}
      />
    </Page>
  );
}
