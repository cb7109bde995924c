// A part of the program that every auditor's file carries: imports nothing.

/** Months, yyyy-MM; both are included. */
export type Period = Readonly<{ from: string; until: string }>;
export type Row = Readonly<Record<string, unknown>>;
/** Reads one kind of file: throws a text for a bad row, and at the end for sums that do not agree. */
export type Check = Readonly<{ row: (row: Row, file: string) => void; end: () => void }>;

/** The first thing that is wrong: a file, and the number of its row, from 1. Null: the file as a whole. */
export class BadFile extends Error {
  override name = 'BadFile';
  constructor(
    readonly file: string,
    readonly row: number | null,
    readonly problem: string,
  ) {
    super(`${file}${row === null ? '' : `, row ${row}`}: ${problem}`);
  }
}

/** A text of the row; an amount is a decimal text, because a JSON number ends at 2^53. */
export const text = (row: Row, name: string): string => {
  const value = row[name];
  if (typeof value !== 'string') throw new Error(`${name} is missing`);
  return value;
};
export const amount = (row: Row, name: string): bigint => {
  const value = text(row, name);
  if (!/^-?\d+$/.test(value)) throw new Error(`${name} is no amount`);
  return BigInt(value);
};
export const plus = (sums: Map<string, bigint>, key: string, more: bigint) =>
  sums.set(key, (sums.get(key) ?? 0n) + more);
export const fail = (problem: string): never => {
  throw new Error(problem);
};
