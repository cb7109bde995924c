import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { businessDateOf } from '@jeongsan/calendar';
import type { DataSeal } from '@jeongsan/jwe';
import type { KeptData } from '@jeongsan/nest-platform';
import { bigint, date, int, manyRows, oneRow, statement, text, timestamptz } from '@jeongsan/sql';
import type { DataSource, EntityManager } from 'typeorm';
import type { ListedPage } from './listed-pages.js';
import type { Download } from './one-download.js';
import { ANSWER_MS } from './patient-api.js';

const squeeze = promisify(gzip);
const unsqueeze = promisify(gunzip);

/** A page as it arrived, ready to be stored. */
export type PackedPage = Readonly<{ sha256: string; bytes: number; sealed: string }>;

export type NumberedPage = Omit<ListedPage, 'bytes'> & Readonly<{ raw: PackedPage; number: number }>;

/** The purpose that a page is sealed for; it names the row, so a sealed page cannot be moved to another row. */
const of = (sha256: string): string => `reconciliation.raw_page/${sha256}`;

/**
 * The pages with their numbers, each compressed and sealed. The page as it arrived, which takes more memory than its rows, is left out.
 * `before`: the number of pages that were stored earlier.
 */
export async function* packedPages(
  pages: AsyncIterable<ListedPage>,
  seal: DataSeal,
  before: number,
): AsyncGenerator<NumberedPage> {
  let number = before;
  for await (const { bytes, ...page } of pages) {
    number += 1;
    yield { ...page, raw: await packed(bytes, seal), number };
  }
}

/** Compressed by a thread of the pool, and hashed here: a thread would be given a copy of the page, which takes as long as its hash. */
async function packed(bytes: Uint8Array, seal: DataSeal): Promise<PackedPage> {
  // Level 1: pages are lists of similar rows, which the fastest level makes as small as a tenth.
  const compressed = squeeze(bytes, { level: 1 });
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { sha256, bytes: bytes.length, sealed: seal.seal(of(sha256), await compressed) };
}

type StoredPage = NumberedPage & Readonly<{ downloadId: bigint; now: Date }>;

const STORE = statement(
  `with raw as (
     insert into reconciliation.raw_page (:raw.columns) values (:raw.values) on conflict (sha256, month) do nothing
   ), unreadable as (
     insert into reconciliation.unreadable_row (download_id, page, position, transaction_key, problem)
     select :id, :number, u.position + 1, u.transaction_key, u.problem from :unreadable.unnest as u(:unreadable.columns)
   ), page as (
     insert into reconciliation.page (:page.columns) values (:page.values)
   )
   update reconciliation.download
      set cursor = coalesce(:cursor::text, cursor), done = :cursor::text is null, pages = :number::int,
          rows = rows + :rows::bigint, late_rows = late_rows + :late::bigint, changed_rows = changed_rows + :changed::bigint,
          unreadable_rows = unreadable_rows + :unreadableRows::bigint,
          -- The next page has been requested.
          waiting_for = case when :cursor::text is not null then 'answer' end,
          waiting_until = case when :cursor::text is not null then clock_timestamp() + make_interval(secs => :answerSeconds) end
    where id = :id`,
  {
    raw: oneRow<StoredPage>({
      sha256: text((p) => p.raw.sha256),
      bytes: int((p) => p.raw.bytes),
      text_sealed: text((p) => p.raw.sealed),
      stored_at: timestamptz((p) => p.now),
      month: date((p) => `${businessDateOf(p.now).slice(0, 7)}-01`),
    }),
    page: oneRow<StoredPage>({
      download_id: bigint((p) => p.downloadId),
      number: int((p) => p.number),
      rows: int((p) => p.rows),
      cursor: text((p) => p.checkpoint),
      sha256: text((p) => p.raw.sha256),
    }),
    unreadable: manyRows<NumberedPage['unreadable'][number]>({
      position: int((u) => u.position),
      transaction_key: text((u) => u.transactionKey),
      problem: text((u) => u.problem),
    }),
  },
);

/** Stores a page as it arrived, names its unreadable rows, and moves the download behind the page. */
export async function storePage(
  tx: EntityManager,
  it: Download,
  page: NumberedPage,
  { late, changed }: Readonly<{ late: number; changed: number }>,
  now: Date,
): Promise<void> {
  const stored: StoredPage = { ...page, downloadId: it.id, now };
  await STORE.rows(tx, {
    ...{ id: it.id, number: page.number, rows: page.rows, late, changed, cursor: page.checkpoint },
    ...{ unreadableRows: page.unreadable.length, answerSeconds: ANSWER_MS / 1_000 },
    ...{ raw: stored, page: stored, unreadable: page.unreadable },
  });
}

/** The text of a page as it arrived; undefined: erased after its time, or no such page. */
export async function rawPage(
  db: DataSource,
  seal: DataSeal,
  downloadId: bigint,
  number: number,
): Promise<string | undefined> {
  const [row] = await db.query<{ sha256: string; sealed: string }[]>(
    `select sha256, text_sealed as sealed from reconciliation.page join reconciliation.raw_page using (sha256)
      where download_id = $1 and number = $2 and text_sealed <> '' limit 1`,
    [downloadId, number],
  );
  return row && (await unsqueeze(seal.openBytes(of(row.sha256), row.sealed))).toString();
}

/** The personal data of the reconciler: pages name people. */
export const keptPages = (days: number): KeptData => ({
  columns: [{ table: 'reconciliation.raw_page', key: 'sha256', keyType: 'text', column: 'text_sealed', of }],
  retentions: [
    {
      kind: 'pages of listings',
      days,
      drop: `select reconciliation.drop_pages($1) as months`,
    },
  ],
});
