import type { ReactNode } from 'react';
import type { InputOf, ItemOf, ListName } from '../../api/names.js';
import { usePages } from '../../api/reads.js';
import type { Column, Filter } from './columns.js';
import { CsvButton } from './csv-button.js';
import { ListFrame, useChosen } from './list-frame.js';

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
  const chosen = useChosen(filters);
  const parts: object = { ...(input?.params && { params: input.params }), query: { ...chosen, ...input?.query } };
  // The keys of filters are members of the query; whether their values are right, the service says.
  const asked = parts as InputOf<N>;
  const list = usePages(name, asked);
  const csv = <CsvButton name={name} input={asked} />;
  return <ListFrame {...{ list, columns, filters, chosen, idOf, empty, label }} aside={csv} />;
}
