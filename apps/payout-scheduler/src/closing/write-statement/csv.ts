import type { DocumentLanguage, StatementDetail, StatementLine } from '@jeongsan/platform-contract';
import { allColumns, words } from './statement-words.js';

const BYTE_ORDER_MARK = '\uFEFF'; // Without this mark spreadsheets read Korean text in another encoding.

/**
 * A statement's lines as CSV (RFC 4180, UTF-8): one row of names, the lines, one row of sums. Amounts are plain digits, so that every
 * program reads them as numbers.
 */
export async function* statementCsv(
  statement: StatementDetail,
  pages: AsyncIterable<readonly StatementLine[]>,
  lang: DocumentLanguage,
): AsyncGenerator<Uint8Array> {
  yield encode(BYTE_ORDER_MARK + row(allColumns.map((column) => column.title[lang])));
  for await (const lines of pages) {
    yield encode(lines.map((line) => row(allColumns.map((column) => column.of(line, lang)))).join(''));
  }
  yield encode(row(allColumns.map((column, i) => (i === 0 ? words.total[lang] : (column.sum?.(statement) ?? null)))));
}

const encode = (text: string): Uint8Array => Buffer.from(text, 'utf8');
const row = (cells: readonly (string | bigint | null)[]): string => `${cells.map(field).join(',')}\r\n`;

function field(cell: string | bigint | null): string {
  if (cell === null) return '';
  return typeof cell === 'bigint' ? cell.toString() : `"${harmless(cell).replaceAll('"', '""')}"`;
}

/**
 * Prefixes text that begins like a formula with an apostrophe: a spreadsheet would otherwise execute the formula
 * (OWASP, CSV injection).
 */
const harmless = (text: string): string => (/^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text);
