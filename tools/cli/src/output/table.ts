import type { Language } from '../texts/words.js';
import { foreignAmountOf } from './amounts.js';
import { inKorea, isInstant } from './instants.js';
import { padded, shortened, widthOf } from './width.js';

export type Row = Readonly<Record<string, unknown>>;
export type Paint = (text: string) => string;
/** How a table is written. `columns`: cells of a terminal's line; undefined: as wide as the table is. */
export type Look = Readonly<{ head: Paint; columns: number | undefined }>;
/** A table as text, and the columns for which the line was too short. */
export type Drawn = Readonly<{ text: string; leftOff: readonly string[] }>;

export const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A value as the text of one cell. Control characters of stored texts would otherwise steer the terminal. */
export function cellOf(value: unknown): string {
  if (value === null || value === undefined || (Array.isArray(value) && value.length === 0)) return NOTHING;
  if (typeof value === 'number') return grouped(value);
  if (isInstant(value)) return inKorea(value);
  const text =
    typeof value === 'string'
      ? value
      : Array.isArray(value) && value.every((one) => !isRow(one))
        ? value.map(String).join(',')
        : JSON.stringify(value);
  return text.replaceAll(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, '\ufffd');
}

/** `-1,234,567`. */
const grouped = (value: number): string =>
  Number.isSafeInteger(value) ? String(value).replaceAll(/\B(?=(\d{3})+$)/g, ',') : String(value);

const GAP = '  ';
const NOTHING = '-';
/** A column of sentences or names is shortened down to this width, before a column is left off. */
const TEXT_CELLS_MIN = 16;

type Column = Readonly<{ name: string; title: string; cells: readonly string[]; isRight: boolean; isText: boolean }>;

/**
 * Aligned columns under their names; numbers end at the same place. Where the line is too short, long texts are cut first, then
 * columns are left off from the right end. Ids are never cut: people copy them. `currency`: of amounts in rows that name none.
 */
export function tableOf(
  rows: readonly Row[],
  names: readonly string[],
  { head, columns: lineMax }: Look,
  currency?: unknown,
): Drawn {
  const kept = fitted(
    names.map((name) => columnOf(rows, name, currency)),
    lineMax,
  );
  const line = (textOf: (column: Column) => string) =>
    kept
      .map((column) => padded(shortened(textOf(column), column.width), column.width, column.isRight))
      .join(GAP)
      .trimEnd();
  const lines = [head(line(({ title }) => title)), ...rows.map((_, row) => line(({ cells }) => cells[row] ?? ''))];
  const shown = new Set(kept.map(({ name }) => name));
  return { text: lines.map((text) => `${text}\n`).join(''), leftOff: names.filter((name) => !shown.has(name)) };
}

function columnOf(rows: readonly Row[], name: string, currency: unknown): Column {
  const values = rows.map((row) => row[name]).filter((value) => value !== null && value !== undefined);
  const some = values.length > 0;
  return {
    name,
    title: some && values.every(isInstant) ? `${name} (KST)` : name,
    cells: rows.map((row) => foreignAmountOf(row, name, currency) ?? cellOf(row[name])),
    isRight: some && values.every((value) => typeof value === 'number'),
    isText: values.some(isSentence),
  };
}

/** Texts that are read, not copied: with spaces or Korean letters, lists, and whole objects. */
const isSentence = (value: unknown): boolean =>
  typeof value === 'string' ? !isInstant(value) && /[^\x21-\x7e]/.test(value) : typeof value === 'object';

type Measured = Readonly<{ column: Column; full: number; least: number }>;

/** The columns that a line has room for, with their widths. */
function fitted(all: readonly Column[], lineMax = Number.POSITIVE_INFINITY): readonly (Column & { width: number })[] {
  const kept: Measured[] = all.map(measured);
  if (lengthOf(kept.map(({ full }) => full)) <= lineMax)
    return kept.map(({ column, full }) => ({ ...column, width: full }));
  const isTooLong = () => lengthOf(kept.map(({ least }) => least)) > lineMax;
  // Columns without any value go first, then the others, each from the right. The first one stays.
  for (const mayGo of [isEmpty, () => true])
    for (let at = kept.length - 1; at > 0 && isTooLong(); at -= 1) if (mayGo(kept[at]?.column)) kept.splice(at, 1);
  // The cells that are free again go to the texts, from the left.
  let free = lineMax - lengthOf(kept.map(({ least }) => least));
  return kept.map(({ column, full, least }) => {
    const more = Math.max(0, Math.min(free, full - least));
    free -= more;
    return { ...column, width: least + more };
  });
}

function measured(column: Column): Measured {
  const full = Math.max(widthOf(column.title), ...column.cells.map(widthOf));
  const least = column.isText ? Math.min(full, Math.max(TEXT_CELLS_MIN, widthOf(column.title))) : full;
  return { column, full, least };
}

const isEmpty = (column: Column | undefined): boolean => column?.cells.every((cell) => cell === NOTHING) ?? false;
const lengthOf = (widths: readonly number[]): number =>
  widths.reduce((sum, width) => sum + width, GAP.length * Math.max(0, widths.length - 1));

/** One thing: a line for each member, then a table for each list of things inside it. */
export function recordOf(record: Row, look: Look): Drawn {
  const { head } = look;
  const flat = flattened(record);
  const members = Object.entries(flat);
  const tables = members.filter(([, value]) => isTable(value)) as [string, readonly Row[]][];
  const lines = members.filter(([, value]) => !isTable(value));
  const width = Math.max(0, ...lines.map(([name]) => widthOf(name)));
  const text = lines
    .map(([name, value]) => `${head(padded(name, width))}${GAP}${foreignAmountOf(flat, name) ?? memberOf(value)}\n`)
    .join('');
  const parts = tables.map(([name, rows]): Drawn => {
    const flatRows = rows.map((row) => flattened(row));
    const all = [...new Set(flatRows.flatMap((row) => Object.keys(row)))];
    const columns = all.filter((column) => isNear(column) && !flatRows.some((row) => isDocument(row[column])));
    const table = tableOf(flatRows, columns, look, record['currency']);
    const shown = columns.filter((column) => !table.leftOff.includes(column));
    return {
      text: `\n${head(`${name}:`)}\n${table.text}`,
      leftOff: all.filter((column) => !shown.includes(column)).map((column) => `${name}.${column}`),
    };
  });
  return { text: [text, ...parts.map((part) => part.text)].join(''), leftOff: parts.flatMap((part) => part.leftOff) };
}

/** A member of the row itself, or of one of its members. */
const isNear = (column: string): boolean => column.split('.').length <= 2;
/** A list of things inside of a row. */
const isDocument = (value: unknown): boolean => Array.isArray(value) && value.some(isRow);

const memberOf = (value: unknown): string => (isInstant(value) ? `${cellOf(value)} KST` : cellOf(value));
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
