import { refuse, SHEET_BYTES_MAX, type SheetKind } from '@jeongsan/platform-contract';
import { CsvError, parse } from 'csv-parse/sync';
import { decodedText } from '../import-statement/decoded-text.js';
import {
  type Cells,
  countedColumns,
  filledColumns,
  neededColumns,
  type SheetColumn,
  sheetColumns,
} from './sheet-columns.js';

/** Rows of one file that ask for something: with more, nothing of the file is taken. */
const ASKED_ROWS_MAX = 1_000;

/** A row that asks for something. `position`: its row in the spreadsheet, where the header is row 1. */
export type AskedRow = Readonly<{ position: number; cells: Cells; hasMoreCells: boolean }>;

/**
 * The rows of a file in which a person filled a cell. Throws BREAK_SHEET_UNREADABLE, BREAK_SHEET_COLUMNS, BREAK_SHEET_EMPTY,
 * TOO_MANY_LINES.
 */
export function parseSheet(bytes: Uint8Array, kind: SheetKind): readonly AskedRow[] {
  const [header = [], ...lines] = linesOf(bytes);
  const columns = columnsOf(header, kind);
  const rows = lines.map((line, index) => rowOf(line, columns, index + 2)).filter(({ cells }) => asks(cells));
  if (rows.length === 0) throw refuse('BREAK_SHEET_EMPTY', 'No row of the file names a verb');
  if (rows.length > ASKED_ROWS_MAX)
    throw refuse('TOO_MANY_LINES', `${rows.length} rows ask for something: a file may have ${ASKED_ROWS_MAX}`);
  return rows;
}

function linesOf(bytes: Uint8Array): string[][] {
  if (bytes.length > SHEET_BYTES_MAX)
    throw refuse(
      'BREAK_SHEET_UNREADABLE',
      `The file has more than ${SHEET_BYTES_MAX} bytes: delete rows, and columns that are not filled`,
    );
  const text = decodedText(bytes);
  if (text === undefined || text.includes('\u0000'))
    throw refuse('BREAK_SHEET_UNREADABLE', 'The file is neither UTF-8 nor CP949');
  try {
    return parse(text, { bom: true, relax_column_count: true, skip_empty_lines: false });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw refuse('BREAK_SHEET_UNREADABLE', `The file is no CSV: ${error.message}`);
  }
}

const NAME_CHARACTERS_MAX = 60;
const NAMES_MAX = 50;

function columnsOf(header: readonly string[], kind: SheetKind): readonly SheetColumn[] {
  const names = header.map((name) => name.trim());
  const known = new Set<string>(sheetColumns);
  const unknown = names.filter((name) => !known.has(name));
  const missing = neededColumns[kind].filter((name) => !names.includes(name));
  const twice = names.filter((name, index) => known.has(name) && names.indexOf(name) !== index);
  if (unknown.length + missing.length + twice.length === 0) return names as SheetColumn[];
  const columns = {
    unknown: unknown.slice(0, NAMES_MAX).map((name) => name.slice(0, NAME_CHARACTERS_MAX)),
    missing,
    twice,
  };
  const words = Object.entries(columns).flatMap(([how, list]) =>
    list.length === 0 ? [] : [`${how}: ${list.join(', ')}`],
  );
  throw refuse('BREAK_SHEET_COLUMNS', `The columns of the file do not fit: ${words.join('; ')}`, { columns });
}

function rowOf(line: readonly string[], columns: readonly SheetColumn[], position: number): AskedRow {
  const cell = (column: SheetColumn): string => asWritten(line[columns.indexOf(column)] ?? '');
  const cells = Object.fromEntries(countedColumns.map((column) => [column, cell(column)])) as Cells;
  const hasMoreCells = line.slice(columns.length).some((more) => more.trim() !== '');
  return { position, cells: { ...cells, id: cells.id.toLowerCase() }, hasMoreCells };
}

/** A text without the apostrophe that a download puts before text that looks like a formula. */
const asWritten = (cell: string): string => cell.trim().replace(/^'(?=[=+\-@\t\r\n＝＋－＠])/, '');

const asks = (cells: Cells): boolean => filledColumns.some((column) => cells[column] !== '');
