import { transaction } from '@jeongsan/database';
import { eachSettlementPage, eachTransactionPage } from '@jeongsan/provider-client';
import type { DataSource, EntityManager } from 'typeorm';
import type { ProviderApi } from '../provider.js';
import type { Seen } from '../report-breaks/report-breaks.js';
import type { Settings } from '../settings.js';
import { settlementRecord } from './settlement-record.js';
import { storeSettlements } from './store-settlements.js';
import { storeTransactions } from './store-transactions.js';

/** One listing a run reads, with its place in it. */
export type Download = Readonly<{
  id: bigint;
  source: 'transactions' | 'settlements-sold' | 'settlements-paid';
  day: string;
  pass: number;
  cursor: string | null;
}>;

/** Reads one listing from where it stopped to its end, a page in memory at a time. */
export async function download(
  db: DataSource,
  provider: ProviderApi,
  it: Download,
  seen: Seen,
  settings: Settings,
): Promise<void> {
  const end =
    it.source === 'transactions'
      ? await downloadTransactions(db, provider, it, seen, settings)
      : await downloadSettlements(db, provider, it, seen, settings);
  await step(db, it, seen, end, async (tx) => {
    await tx.query(`update reconciliation.download set done = true where id = $1`, [it.id]);
    if (it.source !== 'transactions' && it.pass === 1) await readAgainIfRepeated(tx, it);
  });
}

async function downloadTransactions(
  db: DataSource,
  provider: ProviderApi,
  it: Download,
  seen: Seen,
  { pageSize }: Settings,
): Promise<string | null> {
  const window = { startDate: `${it.day}T00:00:00`, endDate: `${it.day}T23:59:59`, limit: pageSize };
  let cursor = it.cursor;
  for await (const rows of eachTransactionPage(provider, {
    ...window,
    ...(cursor !== null && { startingAfter: cursor }),
  })) {
    const next = rows.at(-1)?.transactionKey ?? cursor;
    await step(db, it, seen, cursor, async (tx) => {
      await storeTransactions(tx, rows);
      await moveCursor(tx, it, next, rows.length);
    });
    cursor = next;
  }
  return cursor;
}

async function downloadSettlements(
  db: DataSource,
  provider: ProviderApi,
  it: Download,
  seen: Seen,
  { pageSize, pendingDays }: Settings,
): Promise<string | null> {
  const dateType = it.source === 'settlements-paid' ? 'paidOutDate' : 'soldDate';
  const window = {
    startDate: it.day,
    endDate: it.day,
    dateType,
    size: pageSize,
    fromPage: Number(it.cursor ?? 0) + 1,
  } as const;
  let cursor = it.cursor;
  for await (const { page, rows } of eachSettlementPage(provider, window)) {
    const records = rows.map((row) => settlementRecord(row, pendingDays));
    await step(db, it, seen, cursor, async (tx) => {
      await storeSettlements(tx, it.id, seen, records);
      await moveCursor(tx, it, String(page), rows.length);
    });
    cursor = String(page);
  }
  return cursor;
}

/** Another worker moved the download meanwhile. The job that is told so tries again later, and goes on from there. */
export class Overtaken extends Error {
  override name = 'Overtaken';
}

/** One step of a download, in a transaction that holds the run's row: workers on the same date take turns, and one of them gives up. */
async function step(
  db: DataSource,
  it: Download,
  { businessDate }: Seen,
  cursor: string | null,
  work: (tx: EntityManager) => Promise<void>,
): Promise<void> {
  await transaction(db, async (tx) => {
    await tx.query(`select from reconciliation.run where business_date = $1 for update`, [businessDate]);
    const [stored] = await tx.query<{ cursor: string | null; done: boolean }[]>(
      `select cursor, done from reconciliation.download where id = $1`,
      [it.id],
    );
    if (!stored || stored.done || stored.cursor !== cursor)
      throw new Overtaken(`Download ${it.id} of ${businessDate} is in the hands of another worker`);
    await work(tx);
  });
}

async function moveCursor(tx: EntityManager, it: Download, cursor: string | null, rows: number): Promise<void> {
  await tx.query(`update reconciliation.download set cursor = $2, rows = rows + $3 where id = $1`, [
    it.id,
    cursor,
    rows,
  ]);
}

/**
 * A row that came twice may be a shift of pages while we read. The listing is read a second time before anybody is told: a row
 * that comes twice again is listed twice.
 */
async function readAgainIfRepeated(tx: EntityManager, it: Download): Promise<void> {
  await tx.query(
    `insert into reconciliation.download (business_date, source, day, pass)
     select business_date, source, day, 2 from reconciliation.download d
      where d.id = $1 and exists (select from reconciliation.settlement s where s.download_id = d.id and s.copies > 1)
     on conflict do nothing`,
    [it.id],
  );
}
