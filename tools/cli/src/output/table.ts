import type { Language } from '../texts/words.js';
import { padded, widthOf } from './width.js';

export type Row = Readonly<Record<string, unknown>>;
export type Paint = (text: string) => string;

export const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A value as the text of one cell. Control characters of stored texts would otherwise steer the terminal. */
export function cellOf(value: unknown): string {
  if (value === null || value === undefined || (Array.isArray(value) && value.length === 0)) return '-';
  const text =
    typeof value === 'string'
      ? value
      : Array.isArray(value) && value.every((one) => !isRow(one))
        ? value.map(String).join(',')
        : JSON.stringify(value);
  return text.replaceAll(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, '\ufffd');
}

/** Aligned columns under their names; numbers end at the same place. */
export function tableOf(rows: readonly Row[], columns: readonly string[], head: Paint): string {
  const cells = rows.map((row) => columns.map((column) => cellOf(row[column])));
  const widths = columns.map((column, at) =>
    Math.max(widthOf(column), ...cells.map((line) => widthOf(line[at] ?? ''))),
  );
  const isRight = columns.map(
    (column) =>
      rows.length > 0 &&
      rows.every((row) => typeof row[column] !== 'string') &&
      rows.some((row) => typeof row[column] === 'number'),
  );
  const line = (texts: readonly string[]) =>
    texts
      .map((text, at) => padded(text, widths[at] ?? 0, isRight[at]))
      .join('  ')
      .trimEnd();
  return [head(line(columns)), ...cells.map(line)].map((text) => `${text}\n`).join('');
}

/** One thing: a line for each member, then a table for each list of things inside it. */
export function recordOf(record: Row, head: Paint): string {
  const members = Object.entries(flattened(record));
  const tables = members.filter(([, value]) => isTable(value)) as [string, readonly Row[]][];
  const lines = members.filter(([, value]) => !isTable(value));
  const width = Math.max(0, ...lines.map(([name]) => widthOf(name)));
  const text = lines.map(([name, value]) => `${head(padded(name, width))}  ${cellOf(value)}\n`).join('');
  const parts = tables.map(([name, rows]) => {
    const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
    return `\n${head(`${name}:`)}\n${tableOf(rows, columns, head)}`;
  });
  return [text, ...parts].join('');
}

const isTable = (value: unknown): boolean => Array.isArray(value) && value.length > 0 && value.every(isRow);

/** The record with each sentence that the API gives in both languages in one of them. */
export function spokenIn(language: Language, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => spokenIn(language, one));
  if (!isRow(value)) return value;
  if (Object.keys(value).toSorted().join() === 'en,ko') return value[language];
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, spokenIn(language, one)]));
}

/** Members of members with their path: `cover.free`. */
export function flattened(record: Row, before = ''): Record<string, unknown> {
  const entries = Object.entries(record).flatMap(([name, value]): [string, unknown][] =>
    isRow(value) ? Object.entries(flattened(value, `${before}${name}.`)) : [[`${before}${name}`, value]],
  );
  return Object.fromEntries(entries);
}
