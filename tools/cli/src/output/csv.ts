import { isRow, type Row } from './table.js';

/** One line of CSV (RFC 4180). */
export const csvLine = (values: readonly unknown[]): string => `${values.map(csvCell).join(',')}\r\n`;

export const csvRow = (row: Row, columns: readonly string[]): string => csvLine(columns.map((column) => row[column]));

function csvCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text =
    typeof value === 'string' ? harmless(value) : isRow(value) || Array.isArray(value) ? JSON.stringify(value) : '';
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Spreadsheets compute a text that begins like a formula: an apostrophe keeps it a text. Amounts are numbers, also below zero. */
const harmless = (text: string): string => (/^[=+\-@\t\r]/.test(text) && !/^-\d+$/.test(text) ? `'${text}` : text);
