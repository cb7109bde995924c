import { CallError, type Output } from '@jeongsan/http-contract';
import type {
  listCashReceipts,
  listOrders,
  listPayouts,
  listProducts,
  listSellers,
  listSettlements,
  listTransactions,
} from '@jeongsan/provider-contract';
import type { ProviderClient } from './provider-client.js';

export type TransactionRow = Output<typeof listTransactions>[number];
export type SettlementRow = Output<typeof listSettlements>[number];
export type CashReceiptRow = Output<typeof listCashReceipts>['data'][number];
export type PayoutItem = Output<typeof listPayouts>['entityBody']['items'][number];
export type ProductRow = Output<typeof listProducts>[number];
export type OrderRow = Output<typeof listOrders>[number];
export type SellerItem = Output<typeof listSellers>['entityBody']['items'][number];

const TRANSACTIONS_PER_PAGE = 1_000;
const SETTLEMENTS_PER_PAGE = 1_000;
const CASH_RECEIPTS_PER_PAGE = 1_000;
const ITEMS_PER_PAGE = 100;
/** More pages than any period has: a listing that goes round in circles must end. */
const PAGES_MAX = 100_000;

type TransactionWindow = Readonly<{ startDate: string; endDate: string; startingAfter?: string; limit?: number }>;

/** Pages of a period's transactions, in the provider's order. Pass the last key seen as `startingAfter` to go on from there. */
export async function* eachTransactionPage(
  client: Pick<ProviderClient, 'listTransactions'>,
  { startDate, endDate, startingAfter, limit = TRANSACTIONS_PER_PAGE }: TransactionWindow,
): AsyncGenerator<TransactionRow[]> {
  let after = startingAfter;
  for (let page = 1; page <= PAGES_MAX; page += 1) {
    const rows = await client.listTransactions({
      query: { startDate, endDate, limit, ...(after !== undefined && { startingAfter: after }) },
    });
    const last = rows.at(-1);
    // A short page is not the end: the other side may give less than was asked for. An empty one is.
    if (!last) return;
    if (last.transactionKey === after) throw stuck('transactions');
    yield rows;
    after = last.transactionKey;
  }
  throw stuck('transactions');
}

/** Every transaction of a period, one by one. */
export async function* eachTransaction(
  client: Pick<ProviderClient, 'listTransactions'>,
  window: TransactionWindow,
): AsyncGenerator<TransactionRow> {
  for await (const rows of eachTransactionPage(client, window)) yield* rows;
}

type SettlementWindow = Readonly<{
  startDate: string;
  endDate: string;
  dateType?: 'soldDate' | 'paidOutDate';
  size?: number;
  /** Counted from 1; the first page when absent. */
  fromPage?: number;
}>;

/** Pages of a period's settlements with their numbers, so that a pull can go on where it stopped. */
export async function* eachSettlementPage(
  client: Pick<ProviderClient, 'listSettlements'>,
  { fromPage = 1, size = SETTLEMENTS_PER_PAGE, ...period }: SettlementWindow,
): AsyncGenerator<{ page: number; rows: SettlementRow[] }> {
  for (let page = fromPage; page < fromPage + PAGES_MAX; page += 1) {
    const rows = await client.listSettlements({ query: { ...period, page, size } });
    if (rows.length === 0) return;
    yield { page, rows };
  }
  throw stuck('settlements');
}

/** Every cash receipt, and cancel of one, that was requested on a day. Pass the last cursor seen as `cursor` to go on from there. */
export async function* eachCashReceipt(
  client: Pick<ProviderClient, 'listCashReceipts'>,
  {
    requestDate,
    cursor,
    limit = CASH_RECEIPTS_PER_PAGE,
  }: Readonly<{ requestDate: string; cursor?: number; limit?: number }>,
): AsyncGenerator<CashReceiptRow> {
  let after = cursor;
  for (let page = 1; page <= PAGES_MAX; page += 1) {
    const { hasNext, lastCursor, data } = await client.listCashReceipts({
      query: { requestDate, limit, ...(after !== undefined && { cursor: after }) },
    });
    yield* data;
    if (!hasNext) return;
    if (after !== undefined && lastCursor <= after) throw stuck('cash receipts');
    after = lastCursor;
  }
  throw stuck('cash receipts');
}

type PayoutWindow = Readonly<{ payoutDateGte?: string; payoutDateLte?: string; limit?: number }>;

/** Every payout of a window of payout dates. It ends only with the provider's word that there is no more: absence is evidence. */
export async function* eachPayout(
  client: Pick<ProviderClient, 'listPayouts'>,
  { limit = ITEMS_PER_PAGE, ...window }: PayoutWindow,
): AsyncGenerator<PayoutItem> {
  yield* follow('payouts', async (startingAfter) => {
    const { entityBody } = await client.listPayouts({
      query: { ...window, limit, ...(startingAfter !== undefined && { startingAfter }) },
    });
    return entityBody;
  });
}

/** Every seller, in the order they were registered. */
export async function* eachSeller(
  client: Pick<ProviderClient, 'listSellers'>,
  { limit = ITEMS_PER_PAGE } = {},
): AsyncGenerator<SellerItem> {
  yield* follow('sellers', async (startingAfter) => {
    const { entityBody } = await client.listSellers({
      query: { limit, ...(startingAfter !== undefined && { startingAfter }) },
    });
    return entityBody;
  });
}

/** Every product on sale through a payment link, in the order they were created. */
export async function* eachProduct(
  client: Pick<ProviderClient, 'listProducts'>,
  { limit = ITEMS_PER_PAGE } = {},
): AsyncGenerator<ProductRow> {
  yield* followKeys(
    'products',
    (startingAfter) => client.listProducts({ query: { limit, ...(startingAfter !== undefined && { startingAfter }) } }),
    ({ productKey }) => productKey,
  );
}

/** Every order made through a payment link, in the order they were made. */
export async function* eachOrder(
  client: Pick<ProviderClient, 'listOrders'>,
  { limit = ITEMS_PER_PAGE } = {},
): AsyncGenerator<OrderRow> {
  yield* followKeys(
    'orders',
    (startingAfter) => client.listOrders({ query: { limit, ...(startingAfter !== undefined && { startingAfter }) } }),
    ({ orderKey }) => orderKey,
  );
}

/** Lists without a word about more: they end with an empty page, as a short one may only be less than was asked for. */
async function* followKeys<T>(
  what: string,
  read: (after?: string) => Promise<readonly T[]>,
  keyOf: (item: T) => string,
): AsyncGenerator<T> {
  let after: string | undefined;
  for (let page = 1; page <= PAGES_MAX; page += 1) {
    const items = await read(after);
    const last = items.at(-1);
    if (!last) return;
    if (keyOf(last) === after) throw stuck(what);
    yield* items;
    after = keyOf(last);
  }
  throw stuck(what);
}

type Page<T> = Readonly<{ hasMore: boolean; nextCursor: string | null; items: readonly T[] }>;

async function* follow<T extends { id: string }>(
  what: string,
  read: (cursor?: string) => Promise<Page<T>>,
): AsyncGenerator<T> {
  let cursor: string | undefined;
  for (let page = 1; page <= PAGES_MAX; page += 1) {
    const { hasMore, nextCursor, items } = await read(cursor);
    yield* items;
    if (!hasMore) return;
    // ASSUMED: nextCursor is passed as startingAfter; where it is null, the last id of the page is.
    const next = nextCursor ?? items.at(-1)?.id;
    if (next === undefined || next === cursor) throw stuck(what);
    cursor = next;
  }
  throw stuck(what);
}

/** A listing without an end proves nothing about what is not in it. */
const stuck = (what: string) =>
  new CallError('unknown', 200, 'LISTING_DOES_NOT_END', `The listing of ${what} does not move on`);
