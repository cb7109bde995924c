import type { ItemOf } from '../../api/names.js';
import { Id } from '../../blocks/go.js';
import { Kst } from '../../blocks/kst.js';
import { Page } from '../../blocks/page.js';
import type { Column } from '../../blocks/resource-list/columns.js';
import { ResourceList } from '../../blocks/resource-list/resource-list.js';
import { places } from '../../layout/places.js';
import { labels } from '../../texts/labels.js';
import { useTexts } from '../../texts/texts.js';
import { ChargeShown } from './charge.js';
import { CreateRule, ProposeRule } from './rule-actions.js';
import { ruleTexts } from './rules.texts.js';

export function RuleList() {
  const [l, t] = [useTexts(labels), useTexts(ruleTexts)];
  const columns: readonly Column<ItemOf<'listCommissionRules'>>[] = [
    { key: 'id', title: l.id, cell: ({ id }) => <Id id={id} at={places.commissionRule(id)} /> },
    { key: 'category', title: l.category, cell: ({ category }) => <bdi>{category ?? t.every}</bdi> },
    { key: 'product', title: l.product, cell: ({ productId }) => <bdi>{productId ?? t.every}</bdi> },
    {
      key: 'seller',
      title: l.seller,
      cell: ({ sellerId }) => (sellerId === null ? t.every : <Id id={sellerId} at={places.seller(sellerId)} />),
    },
    {
      key: 'commission',
      title: t.commission,
      align: 'end',
      cell: ({ commission }) => <ChargeShown charge={commission.charge} />,
    },
    { key: 'from', title: t.effectiveFrom, cell: ({ effectiveFrom }) => effectiveFrom },
    { key: 'to', title: t.effectiveTo, cell: ({ effectiveTo }) => effectiveTo ?? t.noEnd },
    { key: 'by', title: t.createdBy, cell: ({ createdBy }) => createdBy },
    { key: 'at', title: l.createdAt, width: '12rem', isExtra: true, cell: ({ createdAt }) => <Kst at={createdAt} /> },
  ];
  return (
    <Page
      title={t.rules}
      aside={
        <>
          <CreateRule />
          <ProposeRule />
        </>
      }
    >
      <ResourceList
        name="listCommissionRules"
        label={t.rules}
        empty={t.noRules}
        idOf={({ id }) => id}
        columns={columns}
        filters={[
          { key: 'on', label: t.on, kind: 'date' },
          { key: 'category', label: l.category, kind: 'text' },
          { key: 'productId', label: l.product, kind: 'text' },
          { key: 'sellerId', label: l.seller, kind: 'text' },
        ]}
      />
    </Page>
  );
}
