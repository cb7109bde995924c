import { Alert, Group, Stack, Text } from '@mantine/core';
import type { Service } from '@jeongsan/platform-contract';
import type { ReactNode } from 'react';
import { blockTexts } from '../blocks.texts.js';
import { Failure } from '../failure.js';
import { ColumnChooser } from './column-chooser.js';
import { type Column, type Filter, shownColumns } from './columns.js';
import { Filters } from './filters.js';
import { Rows } from './rows.js';
import { useAddress } from '../../layout/address.js';
import { useTexts } from '../../texts/texts.js';
import { type RowOf, type ServiceList as ListName, useServicePages } from '../../api/service-reads.js';

type Shown<N extends ListName> = Readonly<{
  service: Service;
  name: N;
  label: string;
  empty: ReactNode;
  columns: readonly Column<RowOf<N>>[];
  filters: readonly Filter<string>[];
  idOf: (row: RowOf<N>) => string;
}>;

/** A list that each service has of its own, with filters in the address. */
export function ServiceList<N extends ListName>({ service, name, label, empty, columns, filters, idOf }: Shown<N>) {
  const t = useTexts(blockTexts);
  const [search] = useAddress();
  const chosen = Object.fromEntries(filters.flatMap(({ key }) => (search[key] ? [[key, search[key]]] : [])));
  const list = useServicePages(service, name, chosen);
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <Stack gap="sm">
      <Group justify="space-between" align="flex-end" gap="sm">
        <Filters filters={filters} label={label} />
        <Group gap="xs">
          {list.data === undefined ? null : (
            <Text size="sm" c="dimmed" role="status">
              {t.rows(items.length, !list.hasNextPage)}
            </Text>
          )}
          <ColumnChooser columns={columns} />
        </Group>
      </Group>
      {list.error !== null && list.data === undefined ? (
        <Failure error={list.error} onRetry={() => void list.refetch()} />
      ) : list.data !== undefined && items.length === 0 ? (
        <Alert variant="outline" color="gray">
          {Object.keys(chosen).length > 0 ? t.filtered : empty}
        </Alert>
      ) : (
        <Rows
          label={label}
          columns={shownColumns(columns, search)}
          items={items}
          idOf={idOf}
          isLoading={list.isFetching}
          onEnd={list.hasNextPage && !list.isFetchingNextPage ? () => void list.fetchNextPage() : undefined}
        />
      )}
    </Stack>
  );
}
