import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { Misfit, type Column } from './column.js';
import type { FileProblem, MarketFile } from './market-files-invalid.js';

/** The columns of a file: name to how its cells are read. The header may list them in any order. */
export type Columns = Readonly<Record<string, Column<unknown>>>;

export type Values<C extends Columns> = { readonly [Name in keyof C]: ReturnType<C[Name]> };

/** One line of a file. `values` is there when every cell fits; `text` is what was written, for rows that point at one another. */
export type Row<C extends Columns> = Readonly<{
  line: number;
  text: Readonly<Partial<Record<keyof C, string>>>;
  values: Values<C> | undefined;
}>;

/** A file as far as it could be read. `readable` is false when there are no rows to speak of at all. */
export type Table<C extends Columns> = Readonly<{ file: MarketFile; readable: boolean; rows: readonly Row<C>[] }>;

type Report = (problem: FileProblem) => void;
type Line = Readonly<{ line: number; cells: readonly string[] | undefined }>;

/** Reads one file against its columns. Every problem is reported, none is thrown. */
export async function readTable<C extends Columns>(
  dir: string,
  file: MarketFile,
  columns: C,
  report: Report,
): Promise<Table<C>> {
  const unreadable: Table<C> = { file, readable: false, rows: [] };
  const content = await readText(join(dir, file), (line, reason) => report({ file, line, reason }));
  if (content === undefined) return unreadable;

  const [header, ...body] = splitLines(content, (line, reason) => report({ file, line, reason }));
  if (header?.cells === undefined) {
    if (header === undefined) report({ file, line: 1, reason: 'is empty: the first line names the columns' });
    return unreadable;
  }
  const places = placesOf(header.cells, Object.keys(columns), (column, reason) => {
    report({ file, line: header.line, column, reason });
  });
  const width = header.cells.length;
  const rows = body.map((line) => readRow(line, width, columns, places, (problem) => report({ file, ...problem })));
  return { file, readable: true, rows };
}

/** All that is written in a column, right or wrong; undefined when a row did not even say that much. */
export function everyText<C extends Columns>(table: Table<C>, column: keyof C): ReadonlySet<string> | undefined {
  const texts = table.rows.map((row) => row.text[column]);
  if (!table.readable || texts.includes(undefined)) return undefined;
  return new Set(texts.filter((text) => text !== undefined));
}

/** Reports every row whose columns, taken together, an earlier row already has. */
export function reportRepeats<C extends Columns>(table: Table<C>, names: (keyof C & string)[], report: Report): void {
  const firstLine = new Map<string, number>();
  for (const { line, text } of table.rows) {
    const parts = names.map((name) => text[name]);
    if (parts.includes(undefined)) continue;
    const key = parts.join(' ');
    const earlier = firstLine.get(key);
    if (earlier === undefined) firstLine.set(key, line);
    else report({ file: table.file, line, column: names.join(' + '), reason: `${key} is already on line ${earlier}` });
  }
}

async function readText(path: string, refuse: (line: number, reason: string) => void): Promise<string | undefined> {
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return undefined;
  });
  if (bytes === undefined) {
    refuse(1, 'is missing');
    return undefined;
  }
  // The decoder drops a byte order mark by itself.
  const content = new TextDecoder('utf-8').decode(bytes);
  const broken = content.indexOf('\uFFFD');
  if (broken < 0) return content;
  refuse(content.slice(0, broken).split('\n').length, 'is not UTF-8: spreadsheets call the right choice "CSV UTF-8"');
  return undefined;
}

/** A line is a row, since no value holds a line break: a quote that is never closed spoils its own line only. */
function splitLines(content: string, refuse: (line: number, reason: string) => void): Line[] {
  const lines: Line[] = [];
  content.split(/\r?\n/).forEach((written, index) => {
    if (written === '') return;
    const line = index + 1;
    const cells = parseLine(written);
    if (cells === undefined) {
      refuse(line, 'its quotes do not match: write a value that holds a comma or a quote as "a, ""b"""');
    }
    lines.push({ line, cells });
  });
  return lines;
}

function parseLine(written: string): string[] | undefined {
  try {
    return parse(written, { record_delimiter: '\n', relax_column_count: true })[0];
  } catch {
    return undefined;
  }
}

/** Where each known column stands. A column that is missing or there twice stands nowhere. */
function placesOf(
  header: readonly string[],
  names: readonly string[],
  refuse: (column: string, reason: string) => void,
): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  for (const name of names) {
    const place = header.indexOf(name);
    if (place < 0) refuse(name, 'this column is missing');
    else if (header.includes(name, place + 1)) refuse(name, 'this column is there more than once');
    else places.set(name, place);
  }
  for (const name of new Set(header)) {
    if (!names.includes(name)) refuse(name, `no such column: known are ${names.join(', ')}`);
  }
  return places;
}

function readRow<C extends Columns>(
  { line, cells }: Line,
  width: number,
  columns: C,
  places: ReadonlyMap<string, number>,
  report: (problem: Omit<FileProblem, 'file'>) => void,
): Row<C> {
  if (cells === undefined) return { line, text: {} as Row<C>['text'], values: undefined };
  const text = Object.fromEntries([...places].map(([name, place]) => [name, cells[place]]));
  const row = { line, text: text as Row<C>['text'] };
  if (cells.length !== width) {
    report({ line, reason: `has ${cells.length} values where the header has ${width}` });
    return { ...row, values: undefined };
  }
  const values: Record<string, unknown> = {};
  let fits = true;
  for (const [column, read] of Object.entries(columns)) {
    const cell = text[column];
    try {
      if (cell === undefined) fits = false;
      else values[column] = read(cell);
    } catch (error) {
      if (!(error instanceof Misfit)) throw error;
      report({ line, column, reason: error.message });
      fits = false;
    }
  }
  return { ...row, values: fits ? (values as Values<C>) : undefined };
}
