import { Logger } from '@nestjs/common';
import { transaction } from '@jeongsan/database';
import { eachSettlementPage, eachTransactionPage, type SettlementRow } from '@jeongsan/provider-client';
import type { DataSource, EntityManager } from 'typeorm';
import type { ProviderApi } from '../provider.js';
import type { Seen } from '../report-breaks/report-breaks.js';
import type { Settings } from '../settings.js';
import { settlementRecord } from './settlement-record.js';
import { storeSettlements } from './store-settlements.js';
import { storeTransactions } from './store-transactions.js';

/** One listing that a run reads, and the place up to which it was read. */
export type Download = Readonly<{
  id: bigint;
  /** The name of the account at the provider. */
  account: string;
  source: 'transactions' | 'settlements-sold' | 'settlements-paid';
  day: string;
  pass: number;
  cursor: string | null;
}>;

/** Reads one listing from the stored place to its end, with one page in memory at a time. */
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
      await storeTransactions(tx, it.account, rows);
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
    const records = rows.flatMap((row) => settlementRecord(row, it.account, pendingDays) ?? unreadable(row));
    await step(db, it, seen, cursor, async (tx) => {
      await storeSettlements(tx, it.id, seen, records);
      await moveCursor(tx, it, String(page), rows.length);
    });
    cursor = String(page);
  }
  return cursor;
}

const log = new Logger('Download');

/** A row that cannot be compared is left out: its payment in our books then stands out as missing at the provider. */
function unreadable({ transactionKey }: SettlementRow): [] {
  log.warn(`The settlement row ${transactionKey} has an amount that cannot be read, and is left out`);
  return [];
}

/**
 * Thrown when another worker has moved the download meanwhile. The job is tried again later and continues from the
 * place of that worker.
 */
export class Overtaken extends Error {
  override name = 'Overtaken';
}

/**
 * One step of a download, in a transaction that locks the run's row: of two workers on the same date the second waits,
 * finds the place moved, and throws Overtaken.
 */
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
 * Starts a second pass if a row came twice: pages may have shifted while they were read. A row that comes twice in the
 * second pass too is listed twice by the provider.
 */
async function readAgainIfRepeated(tx: EntityManager, it: Download): Promise<void> {
  await tx.query(
    `insert into reconciliation.download (business_date, account, source, day, pass)
     select business_date, account, source, day, 2 from reconciliation.download d
      where d.id = $1 and exists (select from reconciliation.settlement s where s.download_id = d.id and s.copies > 1)
     on conflict do nothing`,
    [it.id],
  );
}
