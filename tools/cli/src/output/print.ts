import type { Terminal } from '../terminal.js';
import type { Language } from '../texts/words.js';
import { csvLine, csvRow } from './csv.js';
import { flattened, type Paint, recordOf, type Row, spokenIn, tableOf } from './table.js';

export const formats = ['table', 'json', 'ndjson', 'csv'] as const;
export type Format = (typeof formats)[number];

export type Printer = Readonly<{ terminal: Terminal; format: Format; language: Language; paint: Paint }>;

/** Bold on a terminal, unless NO_COLOR or --no-color asks for plain text. */
export const painter = ({ shows, settings }: Terminal, color: boolean): Paint =>
  shows && color && !settings.noColor ? (text) => `\u001b[1m${text}\u001b[22m` : (text) => text;

export const jsonOf = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** One thing. As CSV a line of all members with their paths. */
export function printRecord({ terminal: { out }, format, language, paint }: Printer, record: Row): void {
  const flat = format === 'csv' ? flattened(record) : {};
  const texts = {
    table: () => recordOf(spokenIn(language, record) as Row, paint),
    json: () => jsonOf(record),
    ndjson: () => `${JSON.stringify(record)}\n`,
    csv: () => csvLine(Object.keys(flat)) + csvLine(Object.values(flat)),
  } satisfies Record<Format, () => string>;
  out(texts[format]());
}

/** A list that is known as a whole. `whole` is the document for `-o json`. */
export async function printList(
  { terminal: { out }, format, paint }: Printer,
  rows: AsyncIterable<Row> | Iterable<Row>,
  columns: readonly string[],
  whole: (rows: readonly Row[]) => unknown,
): Promise<void> {
  // These two print each row as it comes: a list of all pages need not fit into memory.
  if (format === 'csv') out(csvLine(columns));
  if (format === 'csv' || format === 'ndjson') {
    for await (const row of rows) out(format === 'csv' ? csvRow(row, columns) : `${JSON.stringify(row)}\n`);
    return;
  }
  const all: Row[] = [];
  for await (const row of rows) all.push(row);
  out(format === 'json' ? jsonOf(whole(all)) : tableOf(all, columns, paint));
}
