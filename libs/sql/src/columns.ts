/** One column that a statement writes: the Postgres type, and a function that returns the value for an item. */
export type Column<Item> = Readonly<{ type: string; of: (item: Item) => unknown }>;

const column =
  <Value>(type: string) =>
  <Item>(of: (item: Item) => Value | null): Column<Item> => ({ type, of });

export const text = column<string>('text');
export const uuid = column<string>('uuid');
export const date = column<string>('date');
export const timestamptz = column<Date>('timestamptz');
/** Also accepts a bigint as text: pg sends both in the same form. */
export const bigint = column<bigint | number | string>('bigint');
export const int = column<number>('int');
export const smallint = column<number>('smallint');
export const bool = column<boolean>('bool');
export const bytea = column<Uint8Array>('bytea');
/** JSON text, or an object, which pg serialises. No arrays: pg would send a Postgres array, so pass an array as JSON text. */
export const jsonb = column<string | (object & { length?: never })>('jsonb');
