import { type FileChunk, type Signer, writeArchive } from '@jeongsan/auditor-file';
import type { FileAnswerContent } from '@jeongsan/http-contract';
import type { Executor } from '@jeongsan/database';
import { AUDITED_MONTHS_MAX, refuse } from '@jeongsan/platform-contract';
import type { DataSource, QueryRunner } from 'typeorm';
import { boundsOf, type MonthBounds } from '../month-bounds.js';
import { readMonth } from '../month-record.js';
import { readAccounts } from '../report-month/read-report.js';
import { type Audited, bookFiles, JOURNAL, type Read } from './book-files.js';

const ROWS_PER_FETCH = 2_000;

/**
 * The auditor's file of closed months, read and written a page at a time. The same closed months give the same bytes.
 * Throws MONTH_NOT_FOUND, MONTH_NOT_CLOSED, MONTH_DETACHED, MONTH_PERIOD_INVALID.
 */
export async function exportBooks(
  db: DataSource,
  from: string,
  until: string,
  signer: Signer,
  now: Date,
): Promise<FileAnswerContent> {
  const months = monthsFrom(from, until);
  // Refused before the first byte, because the status is sent with it. The file is made of what its snapshot says.
  await auditedOf(db, months, now);
  return {
    contentType: 'application/zip',
    fileName: `auditor-file_${from}_${until}.zip`,
    bytes: writeArchive({ from, until }, readChunks(db, months, now), signer),
  };
}

/** What the files of closed months are read by. Throws MONTH_NOT_FOUND, MONTH_NOT_CLOSED, MONTH_DETACHED. */
async function auditedOf(db: Executor, months: readonly MonthBounds[], now: Date): Promise<Audited> {
  const closings: Date[] = [];
  for (const bounds of months) {
    const { state, closedAt, inLedger } = await readMonth(db, bounds, now);
    if (state !== 'CLOSED' || closedAt === null)
      throw refuse('MONTH_NOT_CLOSED', `${bounds.month} is not closed, or has no figures: its books can still change`);
    if (inLedger === 'DETACHED')
      throw refuse('MONTH_DETACHED', `The entries of ${bounds.month} are detached: attach the month first`);
    closings.push(closedAt);
  }
  const [begin, end] = [months[0], months.at(-1)];
  if (!begin || !end) throw new Error('A file has at least one month');
  return {
    ...{ first: begin.first, last: end.last, next: end.next, from: begin.from, until: end.until },
    previousClosedAt: (await closedBefore(db, begin.first)) ?? '-infinity',
    closedAt: new Date(Math.max(...closings.map((at) => at.getTime()))),
  };
}

/** When the last month before a date was closed; undefined: none was. */
async function closedBefore(db: Executor, first: string): Promise<Date | undefined> {
  const [row] = await db.query<{ closedAt: Date }[]>(
    `select closed_at as "closedAt" from reconciliation.month
      where month < $1 and closed_at is not null order by month desc limit 1`,
    [first],
  );
  return row?.closedAt;
}

function monthsFrom(from: string, until: string): MonthBounds[] {
  const months: MonthBounds[] = [];
  for (let bounds = boundsOf(from); bounds.month <= until; bounds = boundsOf(bounds.next.slice(0, 7))) {
    months.push(bounds);
    if (months.length > AUDITED_MONTHS_MAX) break;
  }
  if (months.length > 0 && months.length <= AUDITED_MONTHS_MAX) return months;
  throw refuse('MONTH_PERIOD_INVALID', `${from} to ${until}: a file holds 1 to ${AUDITED_MONTHS_MAX} months`);
}

/** All files in one snapshot, in the order in which the checker needs them. */
async function* readChunks(db: DataSource, months: readonly MonthBounds[], now: Date): AsyncGenerator<FileChunk> {
  const runner = db.createQueryRunner();
  await runner.connect();
  try {
    await runner.startTransaction('REPEATABLE READ');
    await runner.query(`set local statement_timeout = '30min'`);
    await runner.query(`set local idle_in_transaction_session_timeout = '10min'`);
    const audited = await auditedOf(runner, months, now);
    const { 'accounts.ndjson': accounts, ...others } = bookFiles;
    yield* file(runner, 'accounts.ndjson', accounts, audited);
    for await (const rows of pages<{ name: string; line: string }>(runner, JOURNAL, audited)) yield* byName(rows);
    for (const [name, rows] of Object.entries(others)) yield* file(runner, name, rows, audited);
    for (const bounds of months) {
      const accountsOf = await readAccounts(runner, bounds);
      yield { name: `reports/${bounds.month}.json`, lines: [reportLine(bounds.month, accountsOf)] };
    }
  } finally {
    await runner.rollbackTransaction().catch(() => undefined);
    await runner.release();
  }
}

/** Amounts as text: a JSON number ends at 2^53. */
const reportLine = (month: string, accounts: Awaited<ReturnType<typeof readAccounts>>): string =>
  JSON.stringify({ month, accounts }, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));

async function* file(runner: QueryRunner, name: string, rows: Read, audited: Audited): AsyncGenerator<FileChunk> {
  yield { name, lines: [] };
  for await (const page of pages<{ line: string }>(runner, rows, audited))
    yield { name, lines: page.map(({ line }) => line) };
}

/** Rows of one file follow one another. */
function* byName(rows: readonly { name: string; line: string }[]): Generator<FileChunk> {
  for (let start = 0; start < rows.length;) {
    const name = rows[start]?.name ?? '';
    let end = start;
    while (rows[end]?.name === name) end += 1;
    yield { name, lines: rows.slice(start, end).map(({ line }) => line) };
    start = end;
  }
}

/** The rows of a query by a cursor of the database, so that they are never all in memory. */
async function* pages<Row>(runner: QueryRunner, asked: Read, audited: Audited): AsyncGenerator<Row[]> {
  await runner.query(`declare books no scroll cursor for ${asked.text}`, asked.values(audited));
  for (;;) {
    const rows = (await runner.query(`fetch ${ROWS_PER_FETCH} from books`)) as Row[];
    if (rows.length > 0) yield rows;
    if (rows.length < ROWS_PER_FETCH) break;
  }
  await runner.query('close books');
}
