import type { DocumentLanguage, StatementDetail, StatementLine } from '@jeongsan/platform-contract';
import { Zip, ZipDeflate } from 'fflate';
import { linesSheet, summarySheet, workbookParts } from './xlsx-parts.js';

/**
 * A statement as a workbook of two sheets, summary and lines, written part by part: memory does not grow with its lines. The same
 * statement always gives the same bytes.
 */
export async function* statementXlsx(
  statement: StatementDetail,
  pages: AsyncIterable<readonly StatementLine[]>,
  lang: DocumentLanguage,
): AsyncGenerator<Uint8Array> {
  const { begin, rowsOf, end } = linesSheet(statement, lang);
  const out = archive(statement.businessDate);
  for (const [name, text] of workbookParts(lang)) out.whole(name, text);
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

/** A ZIP archive whose bytes are passed on as they are produced. */
function archive(date: string) {
  let chunks: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    chunks.push(chunk);
  });
  const part = (name: string) => {
    const file = new ZipDeflate(name, { level: 6 });
    file.mtime = `${date}T00:00:00`;
    zip.add(file);
    return (text: string, isLast = false): void => file.push(Buffer.from(text, 'utf8'), isLast);
  };
  return {
    part,
    whole: (name: string, text: string): void => part(name)(text, true),
    finish: (): void => zip.end(),
    take: (): Uint8Array[] => {
      const taken = chunks;
      chunks = [];
      return taken;
    },
  };
}
