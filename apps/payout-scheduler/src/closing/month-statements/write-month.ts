import type { Executor } from '@jeongsan/database';
import type { FileAnswerContent } from '@jeongsan/http-contract';
import { archive, archiveLimits } from '@jeongsan/nest-kit';
import {
  type DocumentFormat,
  type DocumentLanguage,
  documentTypes,
  type MonthlyStatement,
  refuse,
} from '@jeongsan/platform-contract';
import type { Paper } from '../write-statement/paper.js';
import { words } from '../write-statement/statement-words.js';
import { bytesOf, tooLong } from '../write-statement/write-statement.js';
import { countSellers, everyMonth, linesOfMonth, readMonth } from './read-month.js';

/** The languages and formats of a document that a caller asks for. */
type Asked = Readonly<{ format: DocumentFormat; lang: DocumentLanguage }>;

// Why money is kept back is said by each statement: a month has many.
const paperOf = (month: MonthlyStatement): Paper => ({
  ...month,
  title: words.monthTitle,
  number: month.month,
  businessDate: month.lastDate,
  holdReason: null,
});

const named = (name: string, { lang }: Pick<Asked, 'lang'>) => ({
  fileName: `monthly_statement_${name}`,
  ...(lang === 'ko' && { localName: `${words.monthTitle.ko.replaceAll(' ', '')}_${name}` }),
});

/** A seller's month as a file. @throws STATEMENT_NOT_FOUND, STATEMENT_TOO_LONG */
export async function writeMonth(
  db: Executor,
  month: string,
  sellerId: string,
  asked: Asked,
): Promise<FileAnswerContent> {
  const found = await readMonth(db, month, sellerId);
  return {
    contentType: documentTypes[asked.format],
    ...named(`${sellerId}_${month}.${asked.format}`, asked),
    bytes: bytesOf(paperOf(found), linesOfMonth(db, found), asked.format, asked.lang),
  };
}

/**
 * The months of all sellers as one ZIP archive, written document by document: memory does not grow with the sellers. A closed
 * month always gives the same bytes. @throws STATEMENT_NOT_FOUND when no seller has a statement in the month, STATEMENTS_TOO_MANY
 */
export async function writeEveryMonth(db: Executor, month: string, asked: Asked): Promise<FileAnswerContent> {
  const count = await countSellers(db, month);
  if (count > archiveLimits.entries)
    throw refuse(
      'STATEMENTS_TOO_MANY',
      `${count} sellers have statements in ${month}, an archive holds ${archiveLimits.entries}: ask seller by seller`,
    );
  const sellers = everyMonth(db, month);
  const first = await sellers.next();
  if (first.done) throw refuse('STATEMENT_NOT_FOUND', `No seller has a statement in ${month}`);
  return {
    contentType: 'application/zip',
    ...named(`${month}_${asked.format}.zip`, asked),
    bytes: zipped(db, first.value, sellers, asked),
  };
}

async function* zipped(
  db: Executor,
  first: MonthlyStatement,
  others: AsyncIterable<MonthlyStatement>,
  { format, lang }: Asked,
): AsyncGenerator<Uint8Array> {
  const out = archive(`${first.month}-01`);
  for await (const month of startingWith(first, others)) {
    const name = `${month.sellerId}_${month.month}`;
    const paper = paperOf(month);
    const refused = tooLong(paper, format);
    if (refused !== null) out.whole(`${name}.txt`, `${refused}\n`);
    else {
      const file = out.part(`${name}.${format}`, format !== 'csv');
      for await (const chunk of bytesOf(paper, linesOfMonth(db, month), format, lang)) {
        file(chunk);
        yield* out.take();
      }
      file('', true);
    }
    yield* out.take();
  }
  out.finish();
  yield* out.take();
}

async function* startingWith<T>(first: T, others: AsyncIterable<T>): AsyncGenerator<T> {
  yield first;
  yield* others;
}
