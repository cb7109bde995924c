import type { CallOptions } from '@jeongsan/http-contract';
import {
  listedSettlement,
  type ListedSettlement,
  listedTransaction,
  type ListedTransaction,
  recordListsContract,
} from '@jeongsan/provider-contract';
import { createClientFor, type ProviderClient } from './provider-client.js';
import type { ProviderClientOptions } from './provider-client-options.js';
import { readRows, type RecordPage, type RowReader } from './record-page.js';

/** The lists of transactions and settlements, for readers of whole days: each row is given to a reader, which says what is kept of it. */
export type RecordLists = Readonly<{
  listTransactions: <T extends object>(
    input: Parameters<ProviderClient['listTransactions']>[0],
    read: RowReader<ListedTransaction, T>,
    options?: CallOptions,
  ) => Promise<RecordPage<T>>;
  listSettlements: <T extends object>(
    input: Parameters<ProviderClient['listSettlements']>[0],
    read: RowReader<ListedSettlement, T>,
    options?: CallOptions,
  ) => Promise<RecordPage<T>>;
}>;

/** As createProviderClient, for the lists of records. The next page follows the last row of this one, read or not. */
export function recordLists(options: ProviderClientOptions): RecordLists {
  const api = createClientFor(recordListsContract, options);
  return {
    listTransactions: async (input, read, own) => {
      const { lastKey, ...page } = readRows(listedTransaction, await api.listTransactions(input, own), read);
      return { ...page, hasMore: page.rows > 0, nextCursor: lastKey };
    },
    listSettlements: async (input, read, own) => {
      const { lastKey: _, ...page } = readRows(listedSettlement, await api.listSettlements(input, own), read);
      return { ...page, hasMore: page.rows > 0, nextCursor: String(input.query.page ?? 1) };
    },
  };
}
