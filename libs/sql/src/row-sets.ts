import type { Column } from './columns.js';

/** Column name to type and value, in the order in which they are written. */
export type Columns<Item> = Readonly<Record<string, Column<Item>>>;

/** What `:name.…` in a statement stands for: a part of SQL that holds `size` parameters, and their values. */
export type RowSet<Given> = Readonly<{
  size: number;
  /** `columns` and either `values` (one row) or `unnest` (many), by the number of their first parameter. */
  parts: Readonly<Record<string, (first: number) => string>>;
  push: (values: unknown[], given: Given) => void;
}>;

/** The columns of one row: `insert into t (:row.columns) values (:row.values)`. */
export function oneRow<Item>(columns: Columns<Item>): RowSet<Item> {
  const all = Object.values(columns);
  return {
    size: all.length,
    parts: { columns: namesOf(columns), values: (first) => all.map((_, index) => `$${first + index}`).join(', ') },
    push: (values, item) => {
      for (const { of } of all) values.push(of(item));
    },
  };
}

/**
 * The columns of any number of rows, each column one array:
 * `insert into t (:line.columns) select line.* from :line.unnest as line(:line.columns)`.
 */
export function manyRows<Item>(columns: Columns<Item>): RowSet<readonly Item[]> {
  const all = Object.values(columns);
  const arrays = (first: number) => all.map(({ type }, index) => `$${first + index}::${type}[]`).join(', ');
  return {
    size: all.length,
    parts: { columns: namesOf(columns), unnest: (first) => `unnest(${arrays(first)})` },
    push: (values, items) => {
      for (const { of } of all) values.push(items.map((item) => of(item)));
    },
  };
}

const namesOf = (columns: object) => (): string => Object.keys(columns).join(', ');
