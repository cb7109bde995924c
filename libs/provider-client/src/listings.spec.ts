import type { CallOptions } from '@jeongsan/http-contract';
import {
  eachCashReceipt,
  eachOrder,
  eachPayout,
  eachProduct,
  eachSeller,
  eachSettlementPage,
  eachTransaction,
  eachTransactionPage,
} from './index.js';

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

/** A listing by cursor over fixed ids, as the provider's are, that never gives more than `cap`. */
function transactionsOf(keys: readonly string[], cap: number) {
  const asked: unknown[] = [];
  const listTransactions = async ({ query }: { query: { startingAfter?: string; limit?: number } }) => {
    asked.push(query);
    const from = query.startingAfter === undefined ? 0 : keys.indexOf(query.startingAfter) + 1;
    return keys
      .slice(from, from + Math.min(cap, query.limit ?? cap))
      .map((transactionKey) => ({ transactionKey, transactionAt }));
  };
  return { client: { listTransactions } as never, asked };
}
const window = { startDate: '2026-11-19', endDate: '2026-11-20' };
const transactionAt = new Date('2026-11-19T23:59:59+09:00');
const keys = ['a', 'b', 'c', 'd', 'e'];

test('every transaction comes once, in order, though the other side gives less than was asked for', async () => {
  const { client } = transactionsOf(keys, 2);
  expect((await all(eachTransaction(client, { ...window, limit: 100 }))).map((t) => t.transactionKey)).toEqual(keys);
});

test('an interrupted pull goes on after the last key it saw', async () => {
  const { client, asked } = transactionsOf(keys, 10);
  const pages = await all(eachTransactionPage(client, { ...window, after: 'c' }));
  expect(pages.flatMap(({ items }) => items.map((t) => t.transactionKey))).toEqual(['d', 'e']);
  expect(pages.map(({ checkpoint }) => checkpoint)).toEqual(['e', null]);
  expect(asked[0]).toEqual({ ...window, limit: 1_000, startingAfter: 'c' });
});

const at = (time: string) => new Date(`2026-11-${time}+09:00`);

// prettier-ignore
test.each([
  ['the first second', at('19T00:00:00'),     'inside'],
  ['the last second',  at('20T00:00:00.999'), 'inside'],
  ['a second before',  at('18T23:59:59'),     'outside'],
  ['a second after',   at('20T00:00:01'),     'outside'],
] as const)('a transaction of %s of the period is %s', async (_, transactionAt, place) => {
  const listTransactions = async ({ query }: { query: { startingAfter?: string } }) =>
    query.startingAfter === undefined ? [{ transactionKey: 'a', transactionAt }] : [];
  const listed = all(eachTransaction({ listTransactions } as never, window)).catch((error: { fault: string }) => error.fault);
  expect(await listed).toEqual(place === 'inside' ? [{ transactionKey: 'a', transactionAt }] : 'OUTSIDE');
});

test('a settlement or a payout of another day is outside of the period, whichever date the period is about', async () => {
  const row = { transactionKey: 'a', soldDate: '2026-11-19', paidOutDate: '2026-11-23' };
  const listSettlements = async ({ query }: { query: { page: number } }) => (query.page === 1 ? [row] : []);
  const client = { listSettlements } as never;
  expect(await all(eachSettlementPage(client, window))).toHaveLength(2);
  await expect(all(eachSettlementPage(client, { ...window, dateType: 'paidOutDate' }))).rejects.toMatchObject({
    fault: 'OUTSIDE',
  });
  const items = [{ id: 'p1', payoutDate: '2026-11-19' }];
  const listPayouts = async () => ({ entityBody: { hasMore: false, size: 1, nextCursor: null, items } });
  expect(await all(eachPayout({ listPayouts } as never, { payoutDateLte: '2026-11-19' }))).toHaveLength(1);
  await expect(all(eachPayout({ listPayouts } as never, { payoutDateGte: '2026-11-20' }))).rejects.toMatchObject({
    fault: 'OUTSIDE',
  });
});

test('a listing that repeats its last page ends with an error, not with a silence', async () => {
  const client = { listTransactions: async () => [{ transactionKey: 'a' }] } as never;
  await expect(all(eachTransaction(client, window))).rejects.toMatchObject({
    outcome: 'unknown',
    code: 'INCOMPLETE_LISTING',
  });
});

test('settlement pages are numbered from one, until an empty one, and a pull can start in the middle', async () => {
  const pages = [['s1', 's2'], ['s3'], []];
  const listSettlements = async ({ query }: { query: { page: number } }) =>
    (pages[query.page - 1] ?? []).map((transactionKey) => ({ transactionKey }));
  const client = { listSettlements } as never;
  expect((await all(eachSettlementPage(client, window))).map((p) => [p.checkpoint, p.items.length])).toEqual([
    ['1', 2],
    ['2', 1],
    [null, 0],
  ]);
  expect((await all(eachSettlementPage(client, { ...window, after: '1' }))).map((p) => p.items.length)).toEqual([1, 0]);
});

type Body = { hasMore: boolean; size: number; nextCursor: string | null; items: { id: string }[] };
const listing = (pages: Record<string, Body>) => {
  const list = async ({ query }: { query: { startingAfter?: string } }) => ({
    entityBody: pages[query.startingAfter ?? 'start'],
  });
  return { listPayouts: list, listSellers: list } as never;
};
const page = (ids: string[], nextCursor: string | null, hasMore = true): Body => ({
  hasMore,
  size: ids.length,
  nextCursor,
  items: ids.map((id) => ({ id })),
});

test('payouts are followed by cursor to the page that says there is no more', async () => {
  const client = listing({ start: page(['p1', 'p2'], 'p2'), p2: page([], 'p3'), p3: page(['p4'], null, false) });
  expect((await all(eachPayout(client, { payoutDateGte: '2026-11-20' }))).map((p) => p.id)).toEqual(['p1', 'p2', 'p4']);
});

test('sellers are followed in the same way', async () => {
  const client = listing({ start: page(['s1', 's2'], 's2'), s2: page(['s3'], null, false) });
  expect((await all(eachSeller(client))).map((s) => s.id)).toEqual(['s1', 's2', 's3']);
});

// prettier-ignore
test.each([
  ['promises more and gives nothing', { start: page([], null) }],
  ['promises more without a cursor',  { start: page(['p1'], null), p1: page(['p2'], null, false) }],
  ['tells a page again',              { start: page(['p1'], 'p1'), p1: page(['p1'], null, false) }],
  ['points to itself',                { start: page(['p1'], 'p1'), p1: page(['p2'], 'p1') }],
])('a listing that %s is no evidence of absence', async (_, pages) => {
  await expect(all(eachPayout(listing(pages as never), {}))).rejects.toMatchObject({ code: 'INCOMPLETE_LISTING' });
});

type Receipts = { hasNext: boolean; lastCursor: number; data: { receiptKey: string }[] };
function receiptsOf(pages: Record<string, Receipts>) {
  const asked: unknown[] = [];
  const listCashReceipts = async ({ query }: { query: { cursor?: number } }) => {
    asked.push(query);
    return pages[query.cursor ?? 'start'];
  };
  return { client: { listCashReceipts } as never, asked };
}
const receipts = (keys: string[], lastCursor: number, hasNext = true): Receipts => ({
  hasNext,
  lastCursor,
  data: keys.map((receiptKey) => ({ receiptKey })),
});

test('cash receipts are followed by cursor to the page that says there is no more, empty pages and all', async () => {
  const { client, asked } = receiptsOf({
    start: receipts(['a', 'b'], 2),
    2: receipts([], 5),
    5: receipts(['c'], 7, false),
  });
  const found = await all(eachCashReceipt(client, { requestDate: '2026-11-20', limit: 2 }));
  expect(found.map((one) => one.receiptKey)).toEqual(['a', 'b', 'c']);
  expect(asked[1]).toEqual({ requestDate: '2026-11-20', limit: 2, cursor: 2 });
});

test('an interrupted pull of cash receipts goes on after its cursor', async () => {
  const { client } = receiptsOf({ 2: receipts(['c'], 3, false) });
  expect(
    (await all(eachCashReceipt(client, { requestDate: '2026-11-20', after: '2' }))).map((one) => one.receiptKey),
  ).toEqual(['c']);
});

// prettier-ignore
test.each([
  ['stands still', { start: receipts(['a'], 2), 2: receipts(['b'], 2) }],
  ['goes back',    { start: receipts(['a'], 2), 2: receipts(['b'], 1), 1: receipts(['a'], 2) }],
])('a listing of cash receipts whose cursor %s ends with an error', async (_, pages) => {
  await expect(all(eachCashReceipt(receiptsOf(pages as never).client, { requestDate: '2026-11-20' }))).rejects.toMatchObject({ code: 'INCOMPLETE_LISTING' });
});

describe('products and orders', () => {
  const linkClient = (cap: number) => {
    const list =
      (name: string) =>
      async ({ query }: { query: { startingAfter?: string; limit: number } }) => {
        const from = query.startingAfter === undefined ? 0 : keys.indexOf(query.startingAfter) + 1;
        return keys.slice(from, from + Math.min(cap, query.limit)).map((key) => ({ [name]: key }));
      };
    return { listProducts: list('productKey'), listOrders: list('orderKey') } as never;
  };

  test.each([1, 2, 5, 100])('come once each, in order, from pages of %d', async (cap) => {
    expect((await all(eachProduct(linkClient(cap)))).map(({ productKey }) => productKey)).toEqual(keys);
    expect((await all(eachOrder(linkClient(cap)))).map(({ orderKey }) => orderKey)).toEqual(keys);
  });

  test('that repeat their last page end with an error', async () => {
    const client = { listOrders: async () => [{ orderKey: 'a' }] } as never;
    await expect(all(eachOrder(client))).rejects.toMatchObject({ code: 'INCOMPLETE_LISTING' });
  });
});

describe('an aborted listing', () => {
  /** Every listing over pages of two rows without an end; the signal is aborted while a page is read. */
  function endless(stop?: AbortController) {
    const options: unknown[] = [];
    let row = 0;
    const next = (_: unknown, given: unknown) => {
      options.push(given);
      stop?.abort();
      const items = [1, 2].map(() => {
        const id = String((row += 1));
        return { id, transactionKey: id, productKey: id, orderKey: id, receiptKey: id };
      });
      const answer = { entityBody: { hasMore: true, size: 2, nextCursor: String(row), items } };
      return Promise.resolve(Object.assign(items, answer, { hasNext: true, lastCursor: row, data: items }));
    };
    const names = ['Transactions', 'Settlements', 'CashReceipts', 'Payouts', 'Sellers', 'Products', 'Orders'];
    return { client: Object.fromEntries(names.map((name) => [`list${name}`, next])) as never, options };
  }

  const listings: [string, (client: never, options: CallOptions) => AsyncIterable<unknown>][] = [
    ['eachTransaction', (client, options) => eachTransaction(client, window, options)],
    ['eachTransactionPage', (client, options) => eachTransactionPage(client, window, options)],
    ['eachSettlementPage', (client, options) => eachSettlementPage(client, window, options)],
    ['eachCashReceipt', (client, options) => eachCashReceipt(client, { requestDate: '2026-11-20' }, options)],
    ['eachPayout', (client, options) => eachPayout(client, {}, options)],
    ['eachSeller', (client, options) => eachSeller(client, {}, options)],
    ['eachProduct', (client, options) => eachProduct(client, {}, options)],
    ['eachOrder', (client, options) => eachOrder(client, {}, options)],
  ];

  test.each(listings)('%s hands its options to the call of each page', async (_, list) => {
    const { client, options } = endless();
    const own = { timeoutMs: 7 };
    let rows = 0;
    for await (const row of list(client, own)) if (row && (rows += 1) === 3) break;
    expect(options.length).toBeGreaterThan(1);
    expect(new Set(options)).toEqual(new Set([own]));
  });

  test.each(listings.filter(([name]) => !name.endsWith('Page')))('%s ends before its next item', async (_, list) => {
    const stop = new AbortController();
    const { client, options } = endless(stop);
    await expect(all(list(client, { signal: stop.signal }))).rejects.toMatchObject({ code: 'ABORTED' });
    expect(options).toHaveLength(1);
  });
});
