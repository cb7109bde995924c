import { abortedCall, CallError, type CallOptions } from '@jeongsan/http-contract';
import { type Answer, listingPages, pageByKey } from '@jeongsan/provider-contract';
import type { ProviderClient } from './provider-client.js';

export type TransactionRow = Answer<'listTransactions'>[number];
export type SettlementRow = Answer<'listSettlements'>[number];
export type CashReceiptRow = Answer<'listCashReceipts'>['data'][number];
export type PayoutItem = Answer<'listPayouts'>['entityBody']['items'][number];
export type ProductRow = Answer<'listProducts'>[number];
export type OrderRow = Answer<'listOrders'>[number];
export type SellerItem = Answer<'listSellers'>['entityBody']['items'][number];

/*
 * Every listing takes the options of a call as its last argument: they hold for the request of each page, and an aborted
 * `signal` also ends the listing between two items.
 */

const TRANSACTIONS_PER_PAGE = 1_000;
const SETTLEMENTS_PER_PAGE = 1_000;
const CASH_RECEIPTS_PER_PAGE = 1_000;
const ITEMS_PER_PAGE = 100;
/** A bound above any real period, so that a listing with a cycle of cursors ends. */
const PAGES_MAX = 100_000;

type TransactionWindow = Readonly<{ startDate: string; endDate: string; startingAfter?: string; limit?: number }>;

/** Pages of a period's transactions, in the provider's order. To resume, pass the last key as `startingAfter`. */
export async function* eachTransactionPage(
  client: Pick<ProviderClient, 'listTransactions'>,
  { startDate, endDate, startingAfter, limit = TRANSACTIONS_PER_PAGE }: TransactionWindow,
  options?: CallOptions,
): AsyncGenerator<readonly TransactionRow[]> {
  yield* listingPages({
    what: 'transactions',
    idOf: keyOfTransaction,
    after: startingAfter,
    pagesMax: PAGES_MAX,
    read: async (after) =>
      pageByKey(
        await client.listTransactions({ query: { startDate, endDate, limit, ...from(after) } }, options),
        keyOfTransaction,
      ),
  });
}

const keyOfTransaction = ({ transactionKey }: TransactionRow): string => transactionKey;

/** Every transaction of a period, one by one. */
export async function* eachTransaction(
  client: Pick<ProviderClient, 'listTransactions'>,
  window: TransactionWindow,
  options?: CallOptions,
): AsyncGenerator<TransactionRow> {
  for await (const rows of eachTransactionPage(client, window, options)) yield* itemsOf(rows, options);
}

type SettlementWindow = Readonly<{
  startDate: string;
  endDate: string;
  dateType?: 'soldDate' | 'paidOutDate';
  size?: number;
  /** Page number from 1. Default: the first page. */
  fromPage?: number;
}>;

/** Pages of a period's settlements with page numbers, so that a download can resume. */
export async function* eachSettlementPage(
  client: Pick<ProviderClient, 'listSettlements'>,
  { fromPage = 1, size = SETTLEMENTS_PER_PAGE, ...period }: SettlementWindow,
  options?: CallOptions,
): AsyncGenerator<{ page: number; rows: SettlementRow[] }> {
  for (let page = fromPage; page < fromPage + PAGES_MAX; page += 1) {
    const rows = await client.listSettlements({ query: { ...period, page, size } }, options);
    if (rows.length === 0) return;
    yield { page, rows };
  }
  throw stuck('settlements');
}

/** Every cash receipt that was issued or canceled on a day. To resume, pass the last cursor as `cursor`. */
export async function* eachCashReceipt(
  client: Pick<ProviderClient, 'listCashReceipts'>,
  {
    requestDate,
    cursor,
    limit = CASH_RECEIPTS_PER_PAGE,
  }: Readonly<{ requestDate: string; cursor?: number; limit?: number }>,
  options?: CallOptions,
): AsyncGenerator<CashReceiptRow> {
  let after = cursor;
  for (let page = 1; page <= PAGES_MAX; page += 1) {
    const { hasNext, lastCursor, data } = await client.listCashReceipts(
      { query: { requestDate, limit, ...(after !== undefined && { cursor: after }) } },
      options,
    );
    yield* itemsOf(data, options);
    // A page that does not say whether there is more is the end only when it is empty.
    if (!(hasNext ?? data.length > 0)) return;
    if (typeof lastCursor !== 'number' || (after !== undefined && lastCursor <= after)) throw stuck('cash receipts');
    after = lastCursor;
  }
  throw stuck('cash receipts');
}

type PayoutWindow = Readonly<{ payoutDateGte?: string; payoutDateLte?: string; limit?: number }>;

/**
 * Every payout of a window of payout dates. Ends normally only when the provider states that there are no more: absence from
 * this listing is evidence.
 */
export async function* eachPayout(
  client: Pick<ProviderClient, 'listPayouts'>,
  { limit = ITEMS_PER_PAGE, ...window }: PayoutWindow = {},
  options?: CallOptions,
): AsyncGenerator<PayoutItem> {
  const read = async (after?: string) =>
    (await client.listPayouts({ query: { ...window, limit, ...from(after) } }, options)).entityBody;
  yield* each({ what: 'payouts', read, idOf: ({ id }) => id }, options);
}

/** Every seller, in the order of registration. */
export async function* eachSeller(
  client: Pick<ProviderClient, 'listSellers'>,
  { limit = ITEMS_PER_PAGE } = {},
  options?: CallOptions,
): AsyncGenerator<SellerItem> {
  const read = async (after?: string) =>
    (await client.listSellers({ query: { limit, ...from(after) } }, options)).entityBody;
  yield* each({ what: 'sellers', read, idOf: ({ id }) => id }, options);
}

/** Every product of payment links, in the order of creation. */
export async function* eachProduct(
  client: Pick<ProviderClient, 'listProducts'>,
  { limit = ITEMS_PER_PAGE } = {},
  options?: CallOptions,
): AsyncGenerator<ProductRow> {
  const idOf = ({ productKey }: ProductRow) => productKey;
  const read = async (after?: string) =>
    pageByKey(await client.listProducts({ query: { limit, ...from(after) } }, options), idOf);
  yield* each({ what: 'products', read, idOf }, options);
}

/** Every order of payment links, in the order of creation. */
export async function* eachOrder(
  client: Pick<ProviderClient, 'listOrders'>,
  { limit = ITEMS_PER_PAGE } = {},
  options?: CallOptions,
): AsyncGenerator<OrderRow> {
  const idOf = ({ orderKey }: OrderRow) => orderKey;
  const read = async (after?: string) =>
    pageByKey(await client.listOrders({ query: { limit, ...from(after) } }, options), idOf);
  yield* each({ what: 'orders', read, idOf }, options);
}

type Each<T> = Omit<Parameters<typeof listingPages<T>>[0], 'after' | 'pagesMax'>;

async function* each<T>(listing: Each<T>, options: CallOptions | undefined): AsyncGenerator<T> {
  for await (const items of listingPages({ ...listing, pagesMax: PAGES_MAX })) yield* itemsOf(items, options);
}

/** The items of one page, up to an abort. A listing that was aborted throws: a silent end would look complete. */
function* itemsOf<T>(items: readonly T[], options: CallOptions | undefined): Generator<T> {
  for (const item of items) {
    if (options?.signal?.aborted) throw abortedCall('rejected');
    yield item;
  }
}

/** The cursor is passed back as startingAfter (document 2 section 2). */
const from = (cursor: string | undefined) => (cursor === undefined ? {} : { startingAfter: cursor });

/** A listing that breaks off throws: it is no evidence for absence. */
const stuck = (what: string) =>
  new CallError('unknown', 200, 'LISTING_DOES_NOT_END', `The listing of ${what} does not move on`);
