import { Logger } from '@nestjs/common';
import { transaction } from '@jeongsan/database';
import type { DataSource, EntityManager } from 'typeorm';
import type { ProviderApi } from '../provider.js';
import type { Seen } from '../report-breaks/report-breaks.js';
import type { Settings } from '../settings.js';
import { KnownRow } from './copy-new.js';
import { listedPages } from './listed-pages.js';
import { type Download, isSecondReading } from './one-download.js';
import { patientApi } from './patient-api.js';
import { type NumberedPage, packedPages, storePage } from './raw-pages.js';

const log = new Logger('Download');

/**
 * Reads one listing from the stored place to its end. Each page is stored in one transaction with the place after it, so a
 * download that ends anywhere continues there and stores the same rows. The next page is requested before this one is stored: two
 * pages are in memory at a time.
 */
export async function download(
  db: DataSource,
  provider: ProviderApi,
  it: Download,
  seen: Seen,
  settings: Settings,
): Promise<void> {
  const stop = new AbortController();
  const api = patientApi(db, provider, it, settings, stop.signal);
  const readBefore = await daysReadBefore(db, it, seen);
  let place = it;
  try {
    for await (const page of packedPages(listedPages(api, it, settings), settings.seal, it.pages)) {
      const work = (expectsKnown: boolean) =>
        step(db, place, (tx) => store(tx, place, page, { readBefore, seen, expectsKnown }));
      await work(isReadAgain(it, readBefore)).catch((error: unknown) => {
        if (!(error instanceof KnownRow)) throw error;
        return work(true);
      });
      for (const { transactionKey, problem } of page.unreadable)
        log.error(
          `Page ${page.number} of ${it.source} of ${it.day}: row ${transactionKey ?? 'without a key'}: ${problem}`,
        );
      place = { ...place, pages: page.number, cursor: page.checkpoint ?? place.cursor };
    }
  } finally {
    // Ends the request of a page that nothing waits for any more.
    stop.abort();
  }
}

/** Whether rows of this listing were stored before. Rows that are paid out on a day were sold on earlier ones. */
const isReadAgain = ({ day, source, pass }: Download, readBefore: ReadonlySet<string>): boolean =>
  readBefore.has(day) || source === 'settlements-paid' || pass > 1;

type Reading = Readonly<{ readBefore: ReadonlySet<string>; seen: Seen; expectsKnown: boolean }>;

async function store(
  tx: EntityManager,
  it: Download,
  page: NumberedPage,
  { readBefore, seen, expectsKnown }: Reading,
): Promise<void> {
  const { changed, fresh } = await page.storeRows(tx, { downloadId: it.id, page: page.number, seen, expectsKnown });
  const late = fresh.filter((day) => readBefore.has(day)).length;
  await storePage(tx, it, page, { late, changed }, seen.now);
  if (page.checkpoint === null && it.source !== 'transactions' && !isSecondReading(it))
    await readAgainIfRepeated(tx, it);
}

/**
 * Thrown when another worker has moved the download meanwhile. The job is tried again later and continues from the
 * place of that worker.
 */
export class Overtaken extends Error {
  override name = 'Overtaken';
}

/**
 * One step of a download, in a transaction that locks the download: of two workers on the same one the second waits, finds
 * the place moved, and throws Overtaken.
 */
async function step(db: DataSource, it: Download, work: (tx: EntityManager) => Promise<void>): Promise<void> {
  await transaction(db, async (tx) => {
    const [stored] = await tx.query<{ cursor: string | null; pages: number; done: boolean }[]>(
      `select cursor, pages, done from reconciliation.download where id = $1 for update`,
      [it.id],
    );
    if (!stored || stored.done || stored.cursor !== it.cursor || stored.pages !== it.pages)
      throw new Overtaken(`Download ${it.id} of ${it.day} is in the hands of another worker`);
    await work(tx);
  });
}

/** The days whose rows an earlier run had read to their end: a new row of such a day was listed late. */
async function daysReadBefore(
  db: DataSource,
  { account, source }: Download,
  { businessDate }: Seen,
): Promise<ReadonlySet<string>> {
  const rows = await db.query<{ day: string }[]>(
    `select distinct day from reconciliation.download where account = $1 and source = $2 and done and business_date < $3`,
    [account, source === 'transactions' ? source : 'settlements-sold', businessDate],
  );
  return new Set(rows.map(({ day }) => day));
}

/**
 * Starts a second reading if a row came twice: pages may have shifted while they were read. A row that comes twice in the
 * second reading too is listed twice by the provider.
 */
async function readAgainIfRepeated(tx: EntityManager, it: Download): Promise<void> {
  await tx.query(
    `insert into reconciliation.download (business_date, account, source, day, pass)
     select business_date, account, source, day, pass + 1 from reconciliation.download d
      where d.id = $1 and exists (select from reconciliation.settlement s where s.download_id = d.id and s.copies > 1)
     on conflict do nothing`,
    [it.id],
  );
}
