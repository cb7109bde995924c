import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { useAddress } from '../../layout/address.js';
import { useTexts } from '../../texts/texts.js';
import { blockTexts } from '../blocks.texts.js';
import { Failure } from '../failure.js';
import { ColumnChooser } from './column-chooser.js';
import { type Column, type Filter, shownColumns } from './columns.js';
import { Filters } from './filters.js';
import { Rows } from './rows.js';

/** A list that is read page by page. */
type Paged<T> = Readonly<{
  data: Readonly<{ pages: readonly Readonly<{ items: readonly T[] }>[] }> | undefined;
  error: Error | null;
  isFetching: boolean;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  refetch: () => unknown;
  fetchNextPage: () => unknown;
}>;

type Shown<T> = Readonly<{
  list: Paged<T>;
  columns: readonly Column<T>[];
  filters: readonly Filter<string>[];
  /** The filters in the address that have a value. */
  chosen: Readonly<Record<string, string>>;
  idOf: (item: T) => string;
  /** What the list is for, and how something comes to be in it. Shown while it is empty. */
  empty: ReactNode;
  label: string;
  /** Beside the choice of columns. */
  aside?: ReactNode;
}>;

/** The filters in the address that have a value. */
export function useChosen(filters: readonly Filter<string>[]): Readonly<Record<string, string>> {
  const [search] = useAddress();
  return Object.fromEntries(filters.flatMap(({ key }) => (search[key] ? [[key, search[key]]] : [])));
}

/** Filters, columns and rows of a list, and what stands there instead while it is empty or cannot be read. */
export function ListFrame<T>({ list, columns, filters, chosen, idOf, empty, label, aside }: Shown<T>) {
  const t = useTexts(blockTexts);
  const [search, change] = useAddress();
  const { data } = list;
  const items = useMemo(() => data?.pages.flatMap((page) => page.items) ?? [], [data]);
  const shown = useMemo(() => shownColumns(columns, search), [columns, search]);
  // A page that failed waits for a person: it would fail again and again.
  const mayReadOn = list.hasNextPage && !list.isFetchingNextPage && !list.isFetchNextPageError;
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
          {aside}
        </Group>
      </Group>
      {list.error !== null && list.data === undefined ? (
        <Failure error={list.error} onRetry={() => void list.refetch()} />
      ) : list.data !== undefined && items.length === 0 && !list.hasNextPage ? (
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
          columns={shown}
          items={items}
          idOf={idOf}
          isLoading={list.isFetching}
          hasMore={list.hasNextPage}
          onEnd={mayReadOn ? () => void list.fetchNextPage() : undefined}
        />
      )}
      {list.isFetchNextPageError && list.error ? (
        <Failure error={list.error} onRetry={() => void list.fetchNextPage()} />
      ) : null}
    </Stack>
  );
}
