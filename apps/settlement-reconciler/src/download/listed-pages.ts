import { eachSettlementPage, eachTransactionPage, type RecordPage, type UnreadRow } from '@jeongsan/provider-client';
import type { EntityManager } from 'typeorm';
import type { ProviderApi } from '../provider.js';
import type { Settings } from '../settings.js';
import type { Download } from './one-download.js';
import type { Listed, StoredRows } from './listed-rows.js';
import { settlementRecord } from './settlement-record.js';
import { storeSettlements } from './store-settlements.js';
import { storeTransactions } from './store-transactions.js';
import { transactionRecord } from './transaction-record.js';

export type ListedPage = Readonly<{
  checkpoint: string | null;
  /** The page as it arrived. */
  bytes: Uint8Array;
  /** The number of rows, with those that cannot be read. */
  rows: number;
  unreadable: readonly UnreadRow[];
  storeRows: (tx: EntityManager, listed: Listed) => Promise<StoredRows>;
}>;

/** The pages of a download after the place up to which it was read. */
export const listedPages = (
  api: Pick<ProviderApi, 'listTransactions' | 'listSettlements'>,
  it: Download,
  settings: Settings,
): AsyncGenerator<ListedPage> =>
  it.source === 'transactions' ? transactionPages(api, it, settings) : settlementPages(api, it, settings);

const NO_AMOUNT = 'an amount or a status that cannot be read';

async function* transactionPages(
  api: Pick<ProviderApi, 'listTransactions'>,
  { account, day, cursor }: Download,
  { pageSize: limit }: Settings,
): AsyncGenerator<ListedPage> {
  const window = { startDate: `${day}T00:00:00`, endDate: `${day}T23:59:59` };
  const reading = { limit, after: cursor ?? undefined, ahead: true };
  for await (const { checkpoint, page } of eachTransactionPage(api, { ...window, ...reading }, { keepsReply: true })) {
    const { records, ...read } = recordsOf(page, (row) => transactionRecord(row, account));
    yield { checkpoint, ...read, storeRows: (tx, listed) => storeTransactions(tx, listed, records) };
  }
}

async function* settlementPages(
  api: Pick<ProviderApi, 'listSettlements'>,
  { account, day, cursor, source }: Download,
  { pageSize: limit, pendingDays }: Settings,
): AsyncGenerator<ListedPage> {
  const dateType = source === 'settlements-paid' ? ('paidOutDate' as const) : ('soldDate' as const);
  const reading = { startDate: day, endDate: day, dateType, limit, after: cursor ?? undefined, ahead: true };
  for await (const { checkpoint, page } of eachSettlementPage(api, reading, { keepsReply: true })) {
    const { records, ...read } = recordsOf(page, (row) => settlementRecord(row, account, pendingDays));
    yield { checkpoint, ...read, storeRows: (tx, listed) => storeSettlements(tx, listed, records) };
  }
}

/**
 * The records of a page. A row that cannot be compared is left out and named: its payment in our books then stands out as missing at
 * the provider.
 */
function recordsOf<Row extends { transactionKey: string }, Rec>(
  { items, unread, bytes }: RecordPage<Row>,
  read: (row: Row) => Rec | undefined,
): { records: Rec[]; bytes: Uint8Array; rows: number; unreadable: UnreadRow[] } {
  if (bytes === undefined) throw new Error('Each page is kept as it arrived: the call must keep its reply');
  const missing = new Set(unread.map(({ position }) => position));
  const unreadable = [...unread];
  const records: Rec[] = [];
  let position = 0;
  for (const row of items) {
    while (missing.has(position)) position += 1;
    const found = read(row);
    if (found === undefined) unreadable.push({ position, transactionKey: row.transactionKey, problem: NO_AMOUNT });
    else records.push(found);
    position += 1;
  }
  return { records, bytes, rows: items.length + unread.length, unreadable };
}
