import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { InputOf, ItemOf, ListName } from '../../api/names.js';
import { usePages } from '../../api/reads.js';
import { useAddress } from '../../layout/address.js';
import { useTexts } from '../../texts/texts.js';
import { blockTexts } from '../blocks.texts.js';
import { Failure } from '../failure.js';
import { type Column, type Filter, shownColumns } from './columns.js';
import { ColumnChooser } from './column-chooser.js';
import { CsvButton } from './csv-button.js';
import { Filters } from './filters.js';
import { Rows } from './rows.js';

type QueryOf<N extends ListName> = InputOf<N> extends { query?: infer Q } ? Partial<NonNullable<Q>> : never;
type FilterKey<N extends ListName> = Exclude<keyof QueryOf<N> & string, 'after' | 'limit'>;

export type ListProps<N extends ListName> = Readonly<{
  /** The operation that reads the list. */
  name: N;
  /** Params, and filters that the reader cannot change. */
  input?: Readonly<{ params?: Readonly<Record<string, string>>; query?: QueryOf<N> }>;
  columns: readonly Column<ItemOf<N>>[];
  filters?: readonly Filter<FilterKey<N>>[];
  idOf: (item: ItemOf<N>) => string;
  /** What the list is for, and how something comes to be in it. Shown while it is empty. */
  empty: ReactNode;
  label: string;
}>;

/** A list of the API: filters and columns in the address, page by page as it is scrolled, and as CSV. */
export function ResourceList<N extends ListName>({
  name,
  input,
  columns,
  filters = [],
  idOf,
  empty,
  label,
}: ListProps<N>) {
  const t = useTexts(blockTexts);
  const [search, change] = useAddress();
  const chosen = Object.fromEntries(filters.flatMap(({ key }) => (search[key] ? [[key, search[key]]] : [])));
  const parts: object = { ...(input?.params && { params: input.params }), query: { ...chosen, ...input?.query } };
  // The keys of filters are members of the query; whether their values are right, the service says.
  const asked = parts as InputOf<N>;
  const list = usePages(name, asked);
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  const isFiltered = Object.keys(chosen).length > 0;
  const clear = () => change(Object.fromEntries(Object.keys(chosen).map((key) => [key, undefined])));
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
          <CsvButton name={name} input={asked} />
        </Group>
      </Group>
      {list.error !== null && list.data === undefined ? (
        <Failure error={list.error} onRetry={() => void list.refetch()} />
      ) : list.data !== undefined && items.length === 0 ? (
        <Alert variant="outline" color="gray">
          {isFiltered ? t.filtered : empty}
          {isFiltered ? (
            <Button ml="sm" size="xs" variant="default" onClick={clear}>
              {t.clear}
            </Button>
          ) : null}
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
      {list.isFetchNextPageError && list.error ? (
        <Failure error={list.error} onRetry={() => void list.fetchNextPage()} />
      ) : null}
    </Stack>
  );
}
