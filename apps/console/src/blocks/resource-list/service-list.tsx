import type { Service } from '@jeongsan/platform-contract';
import type { ReactNode } from 'react';
import { type RowOf, type ServiceList as ListName, useServicePages } from '../../api/service-reads.js';
import type { Column, Filter } from './columns.js';
import { ListFrame, useChosen } from './list-frame.js';

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
  const chosen = useChosen(filters);
  const list = useServicePages(service, name, chosen);
  return <ListFrame {...{ list, columns, filters, chosen, idOf, empty, label }} />;
}
