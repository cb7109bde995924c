import { bigint } from './columns.js';
import type { Columns } from './row-sets.js';

/** Names of values in TypeScript, and the column of each. */
type NamedColumns<Name extends string> = Readonly<Record<Name, string>>;

/** What a select lists: `l.paid as "paid", l.fee_vat as "feeVat"`. `of` makes the expression of a column; `prefix` stands before each name. */
export const selected = (
  columns: NamedColumns<string>,
  of: string | ((column: string) => string),
  prefix = '',
): string =>
  Object.entries(columns)
    .map(([name, column]) => `${typeof of === 'string' ? `${of}.${column}` : of(column)} as "${prefix}${name}"`)
    .join(', ');

/** What an `on conflict` updates: `paid = excluded.paid, fee_vat = excluded.fee_vat`. */
export const asExcluded = (columns: NamedColumns<string>): string =>
  Object.values(columns)
    .map((column) => `${column} = excluded.${column}`)
    .join(', ');

/** Columns of a row set that are amounts, each by its name in an object of the item. */
export const bigints = <Name extends string, Item>(
  columns: NamedColumns<Name>,
  amountsOf: (item: Item) => Readonly<Record<NoInfer<Name>, bigint>>,
): Columns<Item> => {
  const names = Object.keys(columns) as Name[];
  return Object.fromEntries(names.map((name) => [columns[name], bigint((item: Item) => amountsOf(item)[name])]));
};
