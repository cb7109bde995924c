/** Begins a file: without this mark spreadsheets read Korean text in another encoding. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** A row of CSV (RFC 4180). Amounts are plain digits, so that every program reads them as numbers. */
export const csvRow = (cells: readonly (string | bigint | null)[]): string => `${cells.map(field).join(',')}\r\n`;

function field(cell: string | bigint | null): string {
  if (cell === null) return '';
  return typeof cell === 'bigint' ? cell.toString() : `"${harmless(cell).replaceAll('"', '""')}"`;
}

/**
 * Prefixes text that begins like a formula with an apostrophe: a spreadsheet would otherwise execute the formula
 * (OWASP, CSV injection).
 */
const harmless = (text: string): string => (/^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text);
