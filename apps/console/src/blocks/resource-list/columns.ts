import type { ReactNode } from 'react';
import type { Word } from '../../texts/words.js';

/** One column of a list. */
export type Column<T> = Readonly<{
  key: string;
  title: string;
  cell: (item: T) => ReactNode;
  /** Amounts stand at the end of their column. */
  align?: 'end';
  /** A width of CSS grid; default: an equal share. */
  width?: string;
  /** Shown when the reader asks for it. */
  isExtra?: true;
}>;

/** A filter of a list: its key is a member of the operation's query, and of the address of the page. */
export type Filter<K extends string> = Readonly<{ key: K; label: string }> &
  (
    | Readonly<{ kind: 'choice'; words: Readonly<Record<string, Word>> }>
    | Readonly<{ kind: 'yes' | 'text' | 'date' | 'won' }>
  );

const COLUMNS = 'columns';

/** The columns that are shown: those that the address names, else those that are not extra. */
export function shownColumns<T>(columns: readonly Column<T>[], search: Readonly<Record<string, string>>) {
  const named = search[COLUMNS]?.split(',');
  return columns.filter(({ key, isExtra }) => (named ? named.includes(key) : isExtra !== true));
}

/** What the address says after one column was shown or hidden. Undefined: the address need not say it. */
export function withColumn<T>(
  columns: readonly Column<T>[],
  search: Readonly<Record<string, string>>,
  key: string,
): Readonly<Record<string, string | undefined>> {
  const before = shownColumns(columns, search).map((column) => column.key);
  const keys = columns.map((column) => column.key).filter((one) => (one === key) !== before.includes(one));
  const usual = shownColumns(columns, {}).map((column) => column.key);
  // At least one column stays.
  const wanted = keys.length === 0 ? before : keys;
  return { [COLUMNS]: wanted.join() === usual.join() ? undefined : wanted.join() };
}
