import { Text } from '@mantine/core';
import type { ItemOf } from '../../api/names.js';
import { usePages } from '../../api/reads.js';
import { Id } from '../../blocks/go.js';
import { Money } from '../../blocks/money.js';
import { Page } from '../../blocks/page.js';
import { Panel } from '../../blocks/panel.js';
import type { Column, Filter } from '../../blocks/resource-list/columns.js';
import { ResourceList } from '../../blocks/resource-list/resource-list.js';
import { Sum } from '../../blocks/sum.js';
import { useAddress } from '../../layout/address.js';
import { places } from '../../layout/places.js';
import { sumOf } from '../../texts/amounts.js';
import { labels } from '../../texts/labels.js';
import { useTexts } from '../../texts/texts.js';
import { balanceTexts } from './balances.texts.js';

type Debt = ItemOf<'listDebts'>;
const filterKeys = ['sellerId', 'minTotal', 'minDays'] as const;
/** The age buckets, with the age in days at which each begins. */
const ages = [
  ['days0to30', 'age0', '0'],
  ['days31to60', 'age31', '31'],
  ['days61to90', 'age61', '61'],
  ['over90days', 'age91', '91'],
] as const;

export function DebtList() {
  const [l, t] = [useTexts(labels), useTexts(balanceTexts)];
  const columns: readonly Column<Debt>[] = [
    {
      key: 'seller',
      title: l.seller,
      cell: ({ sellerId }) => <Id id={sellerId} at={places.sellerPart(sellerId, 'debt', { open: 'true' })} />,
    },
    { key: 'total', title: l.total, align: 'end', cell: ({ total }) => <Money won={total} /> },
    ...ages.map(([key, title]): Column<Debt> => ({
      key,
      title: t[title],
      align: 'end',
      cell: (debt) => <Money won={debt[key]} />,
    })),
    { key: 'oldestSince', title: t.oldestSince, cell: ({ oldestSince }) => oldestSince },
  ];
  const filters: readonly Filter<(typeof filterKeys)[number]>[] = [
    { key: 'sellerId', label: l.seller, kind: 'text' },
    { key: 'minTotal', label: l.least, kind: 'won' },
    { key: 'minDays', label: t.minDays, kind: 'text' },
  ];
  return (
    <Page title={t.debts}>
      <Ageing />
      <ResourceList
        name="listDebts"
        label={t.debts}
        empty={t.noDebts}
        idOf={({ sellerId }) => sellerId}
        columns={columns}
        filters={filters}
      />
    </Page>
  );
}

/** The debts of the rows that the list has read, by age. It is the same read, so both say the same. */
function Ageing() {
  const t = useTexts(balanceTexts);
  const [search] = useAddress();
  const query = Object.fromEntries(filterKeys.flatMap((key) => (search[key] ? [[key, search[key]]] : [])));
  const list = usePages('listDebts', { query });
  const debts = list.data?.pages.flatMap(({ items }) => items) ?? [];
  if (debts.length === 0) return null;
  return (
    <Panel title={t.ageing}>
      <Sum
        caption={t.ageingCaption}
        parts={ages.map(([key, title, minDays]) => ({
          key,
          label: t[title],
          won: sumOf(debts.map((debt) => debt[key])).toString(),
          opens: places.debts({ ...query, minDays }),
        }))}
        total={sumOf(debts.map(({ total }) => total)).toString()}
      />
      {list.hasNextPage ? (
        <Text size="sm" c="dimmed">
          {t.ageingMore}
        </Text>
      ) : null}
    </Panel>
  );
}
