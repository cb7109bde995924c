import { BYTE_ORDER_MARK, csvRow } from '@jeongsan/http-contract';
import type { DocumentLanguage, StatementLine } from '@jeongsan/platform-contract';
import type { Paper } from './paper.js';
import { allColumns, words } from './statement-words.js';

/**
 * A statement's lines as CSV (RFC 4180, UTF-8): one row of names, the lines, one row of sums.
 */
export async function* statementCsv(
  statement: Paper,
  pages: AsyncIterable<readonly StatementLine[]>,
  lang: DocumentLanguage,
): AsyncGenerator<Uint8Array> {
  yield Buffer.from(BYTE_ORDER_MARK + csvRow(allColumns.map((column) => column.title[lang])));
  for await (const lines of pages) {
    yield Buffer.from(lines.map((line) => csvRow(allColumns.map((column) => column.of(line, lang)))).join(''));
  }
  yield Buffer.from(
    csvRow(allColumns.map((column, i) => (i === 0 ? words.total[lang] : (column.sum?.(statement) ?? null)))),
  );
}
