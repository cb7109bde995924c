import {
  eachSettlementRecordPage,
  eachTransactionRecordPage,
  type RecordPage,
  type UnreadRow,
  UnusableRow,
} from '@jeongsan/provider-client';
import type { ListedSettlement, ListedTransaction } from '@jeongsan/provider-contract';
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

/** Such a row is left out and named: its payment in our books then stands out as missing at the provider. */
const NO_AMOUNT = new UnusableRow('an amount or a status that cannot be read');

async function* transactionPages(
  api: Pick<ProviderApi, 'listTransactions'>,
  { account, day, cursor }: Download,
  { pageSize: limit }: Settings,
): AsyncGenerator<ListedPage> {
  const window = { startDate: `${day}T00:00:00`, endDate: `${day}T23:59:59` };
  const reading = { ...window, limit, after: cursor ?? undefined, ahead: true };
  const read = (row: ListedTransaction) => transactionRecord(row, account) ?? NO_AMOUNT;
  for await (const { checkpoint, items, page } of eachTransactionRecordPage(api, reading, read))
    yield { checkpoint, ...arrived(page), storeRows: (tx, listed) => storeTransactions(tx, listed, items) };
}

async function* settlementPages(
  api: Pick<ProviderApi, 'listSettlements'>,
  { account, day, cursor, source }: Download,
  { pageSize: limit, pendingDays }: Settings,
): AsyncGenerator<ListedPage> {
  const dateType = source === 'settlements-paid' ? ('paidOutDate' as const) : ('soldDate' as const);
  const reading = { startDate: day, endDate: day, dateType, limit, after: cursor ?? undefined, ahead: true };
  const read = (row: ListedSettlement) => settlementRecord(row, account, pendingDays) ?? NO_AMOUNT;
  for await (const { checkpoint, items, page } of eachSettlementRecordPage(api, reading, read))
    yield { checkpoint, ...arrived(page), storeRows: (tx, listed) => storeSettlements(tx, listed, items) };
}

const arrived = ({ bytes, rows, unread: unreadable }: RecordPage<unknown>) => ({ bytes, rows, unreadable });
