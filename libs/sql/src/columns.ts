/** One column that a statement writes: its Postgres type, and its value of each item. */
export type Column<Item> = Readonly<{ type: string; of: (item: Item) => unknown }>;

const column =
  <Value>(type: string) =>
  <Item>(of: (item: Item) => Value | null): Column<Item> => ({ type, of });

export const text = column<string>('text');
export const uuid = column<string>('uuid');
export const date = column<string>('date');
export const timestamptz = column<Date>('timestamptz');
/** A bigint as text is allowed as well: pg sends both as the same text. */
export const bigint = column<bigint | number | string>('bigint');
export const int = column<number>('int');
export const smallint = column<number>('smallint');
export const bool = column<boolean>('bool');
export const bytea = column<Uint8Array>('bytea');
/** JSON text, or an object, which pg prints. Never an array: pg would make it an array of Postgres, so print it first. */
export const jsonb = column<string | (object & { length?: never })>('jsonb');
