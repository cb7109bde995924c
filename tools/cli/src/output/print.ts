import { csvTable, csvTableOf } from '@jeongsan/http-contract';
import type { z } from 'zod';
import type { Terminal } from '../terminal.js';
import type { Words } from '../texts/texts.js';
import type { Language } from '../texts/words.js';
import { usageProblem } from '../faults.js';
import { type Drawn, flattened, type Paint, recordOf, type Row, spokenIn, tableOf } from './table.js';

export const formats = ['table', 'json', 'ndjson', 'csv'] as const;
export type Format = (typeof formats)[number];

export type Printer = Readonly<{
  terminal: Terminal;
  format: Format;
  /** The member that is printed instead of the whole, as a path such as `run.id`. */
  only: string | undefined;
  language: Language;
  paint: Paint;
  words: Words;
}>;

/** Bold on a terminal, unless NO_COLOR or --no-color asks for plain text. */
export const painter = ({ shows, settings }: Terminal, color: boolean): Paint =>
  shows && color && !settings.noColor ? (text) => `\u001b[1m${text}\u001b[22m` : (text) => text;

export const jsonOf = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

const lookOf = ({ paint, terminal: { columns } }: Printer) => ({ head: paint, columns });

function draw({ terminal: { out, err }, words }: Printer, { text, leftOff }: Drawn): void {
  out(text);
  if (leftOff.length > 0) err(`${words.leftOff(leftOff)}\n`);
}

/**
 * The value of one member of each row, a line each, for a variable of a shell: instants and amounts as in JSON, nothing for null.
 * Throws Problem when a row has no such member.
 */
export async function printOnly(
  { terminal: { out }, words }: Printer,
  only: string,
  rows: AsyncIterable<Row> | Iterable<Row>,
): Promise<void> {
  for await (const row of rows) {
    const members = flattened(row);
    if (!(only in members)) throw usageProblem(words.noMember(only, Object.keys(members)), 'NO_MEMBER');
    const value = members[only] ?? '';
    out(`${typeof value === 'string' ? value : JSON.stringify(value)}\n`);
  }
}

/** One thing. As CSV a table of one row, with the columns of its schema. */
export async function printRecord(printer: Printer, record: Row, schema?: z.ZodType): Promise<void> {
  const { format, language, only } = printer;
  if (only !== undefined) return printOnly(printer, only, [record]);
  const { out } = printer.terminal;
  const print = {
    table: () => draw(printer, recordOf(spokenIn(language, record) as Row, lookOf(printer))),
    json: () => out(jsonOf(record)),
    ndjson: () => out(`${JSON.stringify(record)}\n`),
    csv: () => {
      const { head, rowOf } = schema ? csvTable(schema) : tableWith(Object.keys(record));
      out(head + rowOf(record));
    },
  } satisfies Record<Format, () => void>;
  print[format]();
}

const tableWith = (columns: readonly string[]) => csvTableOf(columns.map((column) => [column]));

/**
 * A list. `whole` is the document for `-o json`. As CSV it has the columns of its items' schema, as the API's own CSV has; without
 * a schema those of the table.
 */
export async function printList(
  printer: Printer,
  rows: AsyncIterable<Row> | Iterable<Row>,
  columns: readonly string[],
  whole: (rows: readonly Row[]) => unknown,
  item?: z.ZodType,
): Promise<void> {
  const { format, language, only } = printer;
  if (only !== undefined) return printOnly(printer, only, rows);
  const { out } = printer.terminal;
  // These two print each row as it comes: a list of all pages need not fit into memory.
  if (format === 'csv') {
    const { head, rowOf } = item ? csvTable(item) : tableWith(columns);
    out(head);
    for await (const row of rows) out(rowOf(row));
    return;
  }
  if (format === 'ndjson') {
    for await (const row of rows) out(`${JSON.stringify(row)}\n`);
    return;
  }
  const all: Row[] = [];
  for await (const row of rows) all.push(row);
  if (format === 'json') return out(jsonOf(whole(all)));
  draw(printer, tableOf(spokenIn(language, all) as readonly Row[], columns, lookOf(printer)));
}
