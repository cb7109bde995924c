import type { Executor } from '@jeongsan/database';
import type { FileAnswerContent } from '@jeongsan/http-contract';
import {
  type DocumentFormat,
  type DocumentLanguage,
  documentTypes,
  refuse,
  type StatementDetail,
  type StatementLine,
} from '@jeongsan/platform-contract';
import { linesInPages, readStatement } from '../read-statement/read-statement.js';
import { statementCsv } from './csv.js';
import type { Paper } from './paper.js';
import { statementPdf } from './pdf.js';
import { words } from './statement-words.js';
import { statementXlsx } from './xlsx.js';

type Pages = AsyncIterable<readonly StatementLine[]>;
type Write = (paper: Paper, pages: Pages, lang: DocumentLanguage) => AsyncIterable<Uint8Array>;

/**
 * The formats with their largest number of lines. An Excel sheet ends at 1,048,576 rows, and a print of more than a few
 * hundred pages is of no use.
 */
const formats: Readonly<Record<DocumentFormat, { write: Write; linesMax: number }>> = {
  csv: { write: statementCsv, linesMax: Number.MAX_SAFE_INTEGER },
  xlsx: { write: statementXlsx, linesMax: 1_000_000 },
  pdf: { write: statementPdf, linesMax: 20_000 },
};

/** Why a format cannot hold a document; null: it can. */
export const tooLong = ({ number, lineCount }: Paper, format: DocumentFormat): string | null =>
  lineCount <= formats[format].linesMax
    ? null
    : `Statement ${number} has ${lineCount} lines, a ${format} holds ${formats[format].linesMax}: ask for another format`;

/** A document, written a page of lines at a time. @throws STATEMENT_TOO_LONG */
export function bytesOf(
  paper: Paper,
  pages: Pages,
  format: DocumentFormat,
  lang: DocumentLanguage,
): AsyncIterable<Uint8Array> {
  const detail = tooLong(paper, format);
  if (detail !== null) throw refuse('STATEMENT_TOO_LONG', detail);
  return formats[format].write(paper, pages, lang);
}

export const paperOf = (statement: StatementDetail): Paper => ({
  ...statement,
  title: words.title,
  number: statement.id,
});

/** A statement as a file, read and written a page of lines at a time. @throws STATEMENT_NOT_FOUND, STATEMENT_TOO_LONG */
export async function writeStatement(
  db: Executor,
  statementId: string,
  format: DocumentFormat,
  lang: DocumentLanguage,
): Promise<FileAnswerContent> {
  const statement = await readStatement(db, statementId);
  const name = `${statement.sellerId}_${statement.businessDate}.${format}`;
  return {
    contentType: documentTypes[format],
    fileName: `statement_${name}`,
    ...(lang === 'ko' && { localName: `${words.title.ko.replaceAll(' ', '')}_${name}` }),
    bytes: bytesOf(paperOf(statement), linesInPages(db, statementId), format, lang),
  };
}
