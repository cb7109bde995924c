/** The content type of CSV (RFC 7111). */
export const CSV = 'text/csv; charset=utf-8';

/** Begins a file: without this mark spreadsheets read Korean text in another encoding. */
export const BYTE_ORDER_MARK = '\uFEFF';

export type CsvCell = string | number | bigint | boolean | null;

/** A row of CSV (RFC 4180). Amounts are plain digits, so that every program reads them as numbers. */
export const csvRow = (cells: readonly CsvCell[]): string => `${cells.map(field).join(',')}\r\n`;

function field(cell: CsvCell): string {
  if (cell === null) return '';
  return typeof cell === 'string' ? `"${harmless(cell).replaceAll('"', '""')}"` : cell.toString();
}

/**
 * Prefixes text that begins like a formula with an apostrophe: a spreadsheet would otherwise execute the formula
 * (OWASP, CSV injection). Whole numbers below zero are no formula.
 */
const harmless = (text: string): string =>
  /^[=+\-@\t\r\n＝＋－＠]/.test(text) && !/^-\d+$/.test(text) ? `'${text}` : text;
