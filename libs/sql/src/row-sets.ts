import type { Column } from './columns.js';

/** Type and value by column name, in the order of writing. */
export type Columns<Item> = Readonly<Record<string, Column<Item>>>;

/** The expansion of `:name.…` in a statement: SQL parts with `size` parameters, and the values of these parameters. */
export type RowSet<Given> = Readonly<{
  size: number;
  /** `columns` and either `values` (one row) or `unnest` (many rows); each takes the number of its first parameter. */
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
 * The columns of any number of rows, with one array parameter per column: `insert into t (:line.columns) select line.* from
 * :line.unnest as line(:line.columns)`.
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
