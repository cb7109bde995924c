import { accountEntries, type EntryRow } from '@jeongsan/books';
import type { Executor } from '@jeongsan/database';
import { type FileAnswerContent, type Input } from '@jeongsan/http-contract';
import { type exportLedgerEntries, type LedgerFormat, ledgerFormatTypes } from '@jeongsan/platform-contract';
import { statement } from '@jeongsan/sql';
import { cursorAfter, type LedgerPlaceInMonth, placeOf } from './ledger-cursor.js';
import { codesOf } from './account-codes.js';
import { assertAttached } from './missing-months.js';

const WON = 'KRW';
/** Entries, or postings where a time is exported, that are read at once. */
const ROWS_PER_READ = 2_000;

type Query = Input<typeof exportLedgerEntries>['query'];
type Asked = Omit<Query, 'format'>;
type Row = Omit<EntryRow, 'balance'>;

const isOfTime = ({ account, sellerId }: Asked): boolean => account === undefined && sellerId === undefined;

// prettier-ignore
/** The columns of a file, in their order. */
const columns: Readonly<Record<string, (row: Row) => string>> = {
  id:          (row) => `${row.id}`,
  postingId:   (row) => `${row.postingId}`,
  postingKey:  (row) => row.postingKey,
  template:    (row) => row.template,
  account:     (row) => row.account,
  currency:    (row) => row.currency,
  amount:      (row) => `${row.amount}`,
  effectiveAt: (row) => row.effectiveAt.toISOString(),
};

const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
const csvLine = (cells: readonly string[]): string => `${cells.map(quoted).join(',')}\r\n`;
const valuesOf = (row: Row): string[] => Object.values(columns).map((of) => of(row));

/** Amounts are texts in NDJSON: a reader's number may be too small for them. */
const ndjsonLine = (row: Row): string =>
  `${JSON.stringify(Object.fromEntries(Object.entries(columns).map(([name, of]) => [name, of(row)])))}\n`;

const writers = {
  csv: { head: csvLine(Object.keys(columns)), line: (row: Row) => csvLine(valuesOf(row)) },
  ndjson: { head: '', line: ndjsonLine },
} as const satisfies Record<LedgerFormat, unknown>;

/**
 * All entries of an account, a seller or a time as a file, read and written a page at a time. A file cannot say what it leaves out:
 * without `from` it is refused too where a month is missing. @throws LEDGER_MONTH_DETACHED
 */
export async function exportEntries(db: Executor, { format, ...asked }: Query): Promise<FileAnswerContent> {
  const query = isOfTime(asked) ? asked : { ...asked, currency: asked.currency ?? WON };
  await assertAttached(db, query, null);
  const { head, line } = writers[format];
  async function* bytes(): AsyncIterable<Uint8Array> {
    if (head !== '') yield Buffer.from(head);
    for await (const rows of pages(db, query)) yield Buffer.from(rows.map(line).join(''));
  }
  return { contentType: ledgerFormatTypes[format], fileName: `ledger_entries.${format}`, bytes: bytes() };
}

async function* pages(db: Executor, query: Asked): AsyncIterable<Row[]> {
  const read = isOfTime(query) ? journalAfter : accountsAfter;
  let after: LedgerPlaceInMonth | null = null;
  for (;;) {
    const { rows, last, isFull }: Read = await read(db, query, after);
    // A month can be detached while the file is written: the file then breaks off.
    await assertAttached(db, query, after?.month ?? null);
    if (rows.length > 0) yield rows;
    if (!isFull || last === null) return;
    after = last;
  }
}

type Read = { rows: Row[]; last: LedgerPlaceInMonth | null; isFull: boolean };

async function accountsAfter(
  db: Executor,
  { account, sellerId, currency = WON, from, until }: Asked,
  after: LedgerPlaceInMonth | null,
): Promise<Read> {
  const page = { from: from ?? null, until: until ?? null, after, limit: ROWS_PER_READ };
  const rows = await accountEntries(db, { ...page, accounts: codesOf({ account, sellerId }), currency });
  const last = rows.at(-1);
  return { rows, last: last ? placeOf(cursorAfter(last)) : null, isFull: rows.length === ROWS_PER_READ };
}

const JOURNAL = statement(`
  select e.id, p.id as "postingId", p.key as "postingKey", p.template, e.account_code as account, e.currency, e.amount, e.effective_at as "effectiveAt"
    from ledger.journal_page(coalesce(:from::timestamptz, '-infinity'), coalesce(:until::timestamptz, 'infinity'), :month::date, :id::bigint, :limit) as j(id)
    join ledger.posting p on p.id = j.id
    join ledger.entry e on e.posting_id = p.id and e.effective_at = p.effective_at
   order by ledger.month_of(e.effective_at), p.id, e.id`);

async function journalAfter(
  db: Executor,
  { from, until, currency }: Asked,
  after: LedgerPlaceInMonth | null,
): Promise<Read> {
  const rows = await JOURNAL.rows<Row>(db, {
    ...{ from: from ?? null, until: until ?? null, limit: ROWS_PER_READ },
    ...{ month: after?.month ?? null, id: after?.id.toString() ?? null },
  });
  const last = rows.at(-1);
  const place = last ? placeOf(cursorAfter({ id: last.postingId, effectiveAt: last.effectiveAt })) : null;
  return {
    rows: currency === undefined ? rows : rows.filter((row) => row.currency === currency),
    ...{ last: place, isFull: new Set(rows.map((row) => row.postingId)).size === ROWS_PER_READ },
  };
}
