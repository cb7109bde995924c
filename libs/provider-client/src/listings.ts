import { abortedCall, type CallOptions } from '@jeongsan/http-contract';
import {
  type Answer,
  type ListedSettlement,
  type ListedTransaction,
  type Listing,
  type ListingPage,
  listingPages,
  type ReadPage,
} from '@jeongsan/provider-contract';
import { betweenDates, betweenTimes } from './listed-period.js';
import type { ProviderClient } from './provider-client.js';
import type { RecordLists } from './record-lists.js';
import type { RecordPage, RowReader } from './record-page.js';

export type TransactionRow = Answer<'listTransactions'>[number];
export type SettlementRow = Answer<'listSettlements'>[number];
export type CashReceiptRow = Answer<'listCashReceipts'>['data'][number];
export type PayoutItem = Answer<'listPayouts'>['entityBody']['items'][number];
export type ProductRow = Answer<'listProducts'>[number];
export type OrderRow = Answer<'listOrders'>[number];
export type SellerItem = Answer<'listSellers'>['entityBody']['items'][number];

/*
 * Every listing is read by `listingPages`, and throws IncompleteListing when it contradicts itself. Every listing takes the
 * options of a call as its last argument: they hold for the request of each page, and an aborted `signal` also ends the listing
 * between two items.
 */

const RECORDS_PER_PAGE = 1_000;
const ITEMS_PER_PAGE = 100;
/** A bound above any real period, so that a listing with ever new cursors ends. */
const PAGES_MAX = 100_000;

type Reading = Readonly<{
  /** The checkpoint of a page of an earlier reading, after which to continue. Default: the beginning. */
  after?: string | undefined;
  /** Items to ask for with each page. */
  limit?: number;
}>;
type PageReading = Reading &
  Readonly<{ /** Whether the next page is requested while this one is used. */ ahead?: boolean }>;

type TransactionWindow = Readonly<{ startDate: string; endDate: string }>;
type TransactionQuery = TransactionWindow & Readonly<{ limit: number; startingAfter?: string }>;

/** Pages of a period's transactions, in the provider's order. */
export const eachTransactionPage = (
  client: Pick<ProviderClient, 'listTransactions'>,
  window: TransactionWindow & PageReading,
  options?: CallOptions,
): AsyncGenerator<ReadPage<TransactionRow>> =>
  transactionPages(window, async (query) => ({ items: await client.listTransactions({ query }, options) }));

/** The same pages for a reader of whole days, which keeps what `read` makes of each row. Rows that cannot be read are named. */
export const eachTransactionRecordPage = <T extends Pick<TransactionRow, 'transactionKey' | 'transactionAt'>>(
  lists: Pick<RecordLists, 'listTransactions'>,
  window: TransactionWindow & PageReading,
  read: RowReader<ListedTransaction, T>,
): AsyncGenerator<ReadPage<T, RecordPage<T>>> =>
  transactionPages(window, (query) => lists.listTransactions({ query }, read));

/** Every transaction of a period, one by one. */
export const eachTransaction = (
  client: Pick<ProviderClient, 'listTransactions'>,
  window: TransactionWindow & Reading,
  options?: CallOptions,
): AsyncGenerator<TransactionRow> => itemsOf(eachTransactionPage(client, window, options), options);

function transactionPages<
  T extends Pick<TransactionRow, 'transactionKey' | 'transactionAt'>,
  Page extends ListingPage<T>,
>(
  { startDate, endDate, limit = RECORDS_PER_PAGE, ...reading }: TransactionWindow & PageReading,
  read: (query: TransactionQuery) => Promise<Page>,
): AsyncGenerator<ReadPage<T, Page>> {
  const isInside = betweenTimes(startDate, endDate);
  return pages({
    what: 'transactions',
    idOf: ({ transactionKey }) => transactionKey,
    read: (place) => read({ startDate, endDate, limit, ...startingAfter(place) }),
    isInside: ({ transactionAt }) => isInside(transactionAt),
    limit,
    ...reading,
  });
}

type SettlementWindow = Readonly<{ startDate: string; endDate: string; dateType?: 'soldDate' | 'paidOutDate' }>;
type SettlementQuery = Required<SettlementWindow> & Readonly<{ page: number; size: number }>;

/**
 * Pages of a period's settlements. These pages have numbers, so a row that the provider adds meanwhile shifts all later pages: the
 * last row of a page may come again as the first of the next.
 */
export const eachSettlementPage = (
  client: Pick<ProviderClient, 'listSettlements'>,
  window: SettlementWindow & PageReading,
  options?: CallOptions,
): AsyncGenerator<ReadPage<SettlementRow>> =>
  settlementPages(window, async (query) => ({ items: await client.listSettlements({ query }, options) }));

/** The same pages for a reader of whole days, which keeps what `read` makes of each row. Rows that cannot be read are named. */
export const eachSettlementRecordPage = <T extends Pick<SettlementRow, 'transactionKey' | 'soldDate' | 'paidOutDate'>>(
  lists: Pick<RecordLists, 'listSettlements'>,
  window: SettlementWindow & PageReading,
  read: RowReader<ListedSettlement, T>,
): AsyncGenerator<ReadPage<T, RecordPage<T>>> =>
  settlementPages(window, (query) => lists.listSettlements({ query }, read));

function settlementPages<
  T extends Pick<SettlementRow, 'transactionKey' | 'soldDate' | 'paidOutDate'>,
  Page extends ListingPage<T>,
>(
  { startDate, endDate, dateType = 'soldDate', limit = RECORDS_PER_PAGE, ...reading }: SettlementWindow & PageReading,
  read: (query: SettlementQuery) => Promise<Page>,
): AsyncGenerator<ReadPage<T, Page>> {
  const isInside = betweenDates(startDate, endDate);
  return pages({
    what: 'settlements',
    idOf: ({ transactionKey }) => transactionKey,
    read: (place) => read({ startDate, endDate, dateType, page: Number(place ?? 0) + 1, size: limit }),
    isInside: (row) => isInside(row[dateType]),
    numbered: true,
    limit,
    ...reading,
  });
}

/** Every cash receipt that was issued or canceled on a day. */
export const eachCashReceipt = (
  client: Pick<ProviderClient, 'listCashReceipts'>,
  { requestDate, limit = RECORDS_PER_PAGE, ...reading }: Readonly<{ requestDate: string }> & Reading,
  options?: CallOptions,
): AsyncGenerator<CashReceiptRow> =>
  itemsOf(
    pages({
      what: 'cash receipts',
      idOf: ({ receiptKey }) => receiptKey,
      read: async (place) => {
        const query = { requestDate, limit, ...(place !== undefined && { cursor: Number(place) }) };
        const { hasNext, lastCursor, data } = await client.listCashReceipts({ query }, options);
        // A page that does not say whether there is more is the end only when it is empty.
        const hasMore = hasNext ?? data.length > 0;
        return { items: data, hasMore, nextCursor: typeof lastCursor === 'number' ? String(lastCursor) : null };
      },
      limit,
      ...reading,
    }),
    options,
  );

type PayoutWindow = Readonly<{ payoutDateGte?: string; payoutDateLte?: string }>;

/** Every payout of a window of payout dates. A listing that ends is evidence of absence. */
export const eachPayout = (
  client: Pick<ProviderClient, 'listPayouts'>,
  { limit = ITEMS_PER_PAGE, after, ...window }: PayoutWindow & Reading = {},
  options?: CallOptions,
): AsyncGenerator<PayoutItem> => {
  const isInside = betweenDates(window.payoutDateGte, window.payoutDateLte);
  const read = async (place?: string) =>
    (await client.listPayouts({ query: { ...window, limit, ...startingAfter(place) } }, options)).entityBody;
  return itemsOf(
    pages({
      ...{ what: 'payouts', read, limit, after },
      idOf: ({ id }) => id,
      isInside: ({ payoutDate }) => isInside(payoutDate),
    }),
    options,
  );
};

/** Every seller, in the order of registration. */
export const eachSeller = (
  client: Pick<ProviderClient, 'listSellers'>,
  { limit = ITEMS_PER_PAGE, after }: Reading = {},
  options?: CallOptions,
): AsyncGenerator<SellerItem> => {
  const read = async (place?: string) =>
    (await client.listSellers({ query: { limit, ...startingAfter(place) } }, options)).entityBody;
  return itemsOf(pages({ what: 'sellers', read, limit, after, idOf: ({ id }) => id }), options);
};

/** Every product of payment links, in the order of creation. */
export const eachProduct = (
  client: Pick<ProviderClient, 'listProducts'>,
  { limit = ITEMS_PER_PAGE, after }: Reading = {},
  options?: CallOptions,
): AsyncGenerator<ProductRow> => {
  const read = async (place?: string) => ({
    items: await client.listProducts({ query: { limit, ...startingAfter(place) } }, options),
  });
  return itemsOf(pages({ what: 'products', read, limit, after, idOf: ({ productKey }) => productKey }), options);
};

/** Every order of payment links, in the order of creation. */
export const eachOrder = (
  client: Pick<ProviderClient, 'listOrders'>,
  { limit = ITEMS_PER_PAGE, after }: Reading = {},
  options?: CallOptions,
): AsyncGenerator<OrderRow> => {
  const read = async (place?: string) => ({
    items: await client.listOrders({ query: { limit, ...startingAfter(place) } }, options),
  });
  return itemsOf(pages({ what: 'orders', read, limit, after, idOf: ({ orderKey }) => orderKey }), options);
};

const pages = <T, Page extends ListingPage<T>>(
  listing: Omit<Listing<T, Page>, 'pagesMax'>,
): AsyncGenerator<ReadPage<T, Page>> => listingPages({ ...listing, pagesMax: PAGES_MAX });

/** The items of all pages, up to an abort. A listing that was aborted throws: a silent end would look complete. */
async function* itemsOf<T>(listing: AsyncIterable<ReadPage<T>>, options: CallOptions | undefined): AsyncGenerator<T> {
  for await (const { items } of listing) {
    for (const item of items) {
      if (options?.signal?.aborted) throw abortedCall('rejected');
      yield item;
    }
  }
}

/** The cursor is passed back as startingAfter (document 2 section 2). */
const startingAfter = (cursor: string | undefined) => (cursor === undefined ? {} : { startingAfter: cursor });
