import { archive, workbookParts } from '@jeongsan/nest-kit';
import type { DocumentLanguage, StatementLine } from '@jeongsan/platform-contract';
import type { Paper } from './paper.js';
import { words } from './statement-words.js';
import { linesSheet, summarySheet } from './xlsx-parts.js';

/**
 * A statement as a workbook of two sheets, summary and lines, written part by part: memory does not grow with its lines. The same
 * statement always gives the same bytes.
 */
export async function* statementXlsx(
  statement: Paper,
  pages: AsyncIterable<readonly StatementLine[]>,
  lang: DocumentLanguage,
): AsyncGenerator<Uint8Array> {
  const { begin, rowsOf, end } = linesSheet(statement, lang);
  const out = archive(statement.businessDate);
  for (const [name, text] of workbookParts([words.summary[lang], words.lines[lang]])) out.whole(name, text);
  out.whole('xl/worksheets/sheet1.xml', summarySheet(statement, lang));
  const sheet = out.part('xl/worksheets/sheet2.xml');
  sheet(begin);
  let row = 2;
  for await (const lines of pages) {
    sheet(rowsOf(lines, row));
    row += lines.length;
    yield* out.take();
  }
  sheet(end(row), true);
  out.finish();
  yield* out.take();
}
