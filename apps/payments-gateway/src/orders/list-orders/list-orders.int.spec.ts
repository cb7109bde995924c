import { testDatabase, testSeal, type TestDatabase } from '@jeongsan/testing';
import { listOrders, type OrderFilters } from './list-orders.js';
import { listPayments, type PaymentFilters } from './list-payments.js';

// A long time-out, because other test files run on the same machine.
jest.setTimeout(60_000);
let database: TestDatabase;
const gateway = () => ({ db: database.db, seal: testSeal });

const ORDERS = 6_000;
/**
 * Order i is ordered i minutes after midnight of 1 May in Seoul, two orders at the same minute; line 1 is of seller i mod 20, line
 * 2 of the next one. Every seventh order is unpaid; one in 1,000 payments is canceled, one in 1,000 has no order.
 */
const FILL = [
  `insert into gateway.orders (order_id, order_name, ordered_at, currency, total, tax_free, facts_hash, created_at)
   select 'order-' || i, 'o', '2026-04-30T15:00:00Z'::timestamptz + i / 2 * interval '1 minute', 'KRW', 20000, 0, '', now()
     from generate_series(1, ${ORDERS}) i`,
  `insert into gateway.order_line (order_id, ordered_at, line_id, position, seller_id, category, amount, tax_free, discount,
                                   discount_by_seller, paid, promotion, commission, commission_vat, net, terms_from, pricing)
   select o.order_id, o.ordered_at, 'L' || n, n, 's' || ((substr(o.order_id, 7)::int + n) % 20), 'c', 10000, 0, 0, 0, 10000, 0, 0, 0,
          10000, '2026-01-01', '{}'
     from gateway.orders o, generate_series(1, 2) n`,
  `insert into gateway.payment (id, order_id, payment_key, amount, canceled, state, method, created_at)
   select md5(i::text)::uuid, 'order-' || i, 'pay-' || i, 20000, case when i % 1000 = 1 then 20000 else 0 end,
          case when i % 1000 = 1 then 'canceled' when i % 10 = 3 then 'refused' else 'approved' end,
          case when i % 3 = 0 then '계좌이체' else '카드' end, '2026-05-01T00:00:00Z'::timestamptz + i * interval '1 minute'
     from generate_series(1, ${ORDERS}) i where i % 7 <> 0`,
  'analyze gateway.orders, gateway.order_line, gateway.payment, gateway.payment_of_seller',
];

beforeAll(async () => {
  database = await testDatabase();
  for (const fill of FILL) await database.db.query(fill);
}, 60_000);
afterAll(() => database.drop());

const stateOf = (i: number): string =>
  i % 7 === 0 ? 'unpaid' : i % 1000 === 1 ? 'canceled' : i % 10 === 3 ? 'refused' : 'approved';
const methodOf = (i: number): string => (i % 3 === 0 ? '계좌이체' : '카드');
const isOf = (i: number, seller: string): boolean => [1, 2].some((n) => `s${(i + n) % 20}` === seller);
const MINUTE = 60_000;
const dayOf = (from: string, minutes: number): string =>
  new Date(Date.parse(from) + minutes * MINUTE + 9 * 60 * MINUTE).toISOString().slice(0, 10);
const numbers = Array.from({ length: ORDERS }, (_, index) => ORDERS - index);

/** Every item of a list, page by page. No page may be longer than its limit. */
async function walk<T>(
  list: (paging: { after?: string; limit: number }) => Promise<{ items: T[]; nextCursor: string | null }>,
): Promise<T[]> {
  const seen: T[] = [];
  let after: string | undefined;
  do {
    const page = await list({ limit: 700, ...(after !== undefined && { after }) });
    expect(page.items.length).toBeLessThanOrEqual(700);
    seen.push(...page.items);
    after = page.nextCursor ?? undefined;
  } while (after !== undefined);
  return seen;
}

/** All combinations of one value or none for each filter. */
function combinations<F>(values: { readonly [K in keyof F]-?: readonly F[K][] }): F[] {
  const entries = Object.entries<readonly unknown[]>(values);
  return entries.reduce<object[]>(
    (all, [name, some]) => all.flatMap((one) => [one, ...some.map((value) => ({ ...one, [name]: value }))]),
    [{}],
  ) as F[];
}

const orderFilters = combinations<Pick<OrderFilters, 'sellerId' | 'state' | 'from' | 'to'>>({
  sellerId: ['s3', 'nobody'],
  state: ['unpaid', 'canceled'],
  from: ['2026-05-02'],
  to: ['2026-05-02'],
});
const paymentFilters = combinations<
  Pick<PaymentFilters, 'sellerId' | 'state' | 'method' | 'allocation' | 'from' | 'to'>
>({
  sellerId: ['s3'],
  state: ['approved', 'canceled'],
  method: ['계좌이체'],
  allocation: ['order', 'unallocated'],
  from: ['2026-05-02'],
  to: ['2026-05-02'],
});

/** Order ids of the same minute sort as texts do. */
const newestFirst = (a: number, b: number): number =>
  Math.floor(b / 2) - Math.floor(a / 2) || (`order-${a}` < `order-${b}` ? 1 : -1);

test.each(orderFilters)('orders of %j are all of them, newest first, each once', async (filters) => {
  const { sellerId, state, from, to } = filters;
  const expected = numbers
    .filter((i) => sellerId === undefined || isOf(i, sellerId))
    .filter((i) => state === undefined || stateOf(i) === state)
    .filter((i) => {
      const day = dayOf('2026-04-30T15:00:00Z', Math.floor(i / 2));
      return (from === undefined || day >= from) && (to === undefined || day <= to);
    })
    .sort(newestFirst);
  const seen = await walk((paging) => listOrders(gateway(), { ...filters, ...paging }));
  expect(seen.map(({ orderId }) => orderId)).toEqual(expected.map((i) => `order-${i}`));
});

test.each(paymentFilters)('payments of %j are all of them, newest first, each once', async (filters) => {
  const { sellerId, state, method, allocation, from, to } = filters;
  const expected = numbers
    .filter((i) => stateOf(i) !== 'unpaid' && allocation !== 'unallocated')
    .filter((i) => sellerId === undefined || isOf(i, sellerId))
    .filter((i) => state === undefined || stateOf(i) === state)
    .filter((i) => method === undefined || methodOf(i) === method)
    .filter((i) => {
      const day = dayOf('2026-05-01T00:00:00Z', i);
      return (from === undefined || day >= from) && (to === undefined || day <= to);
    });
  const seen = await walk((paging) => listPayments(gateway().db, { ...filters, ...paging }));
  expect(seen.map(({ paymentKey }) => paymentKey)).toEqual(expected.map((i) => `pay-${i}`));
});

test('an order and its payment show what a list of them needs', async () => {
  const { items } = await listOrders(gateway(), { state: 'canceled', limit: 1 });
  expect(items).toEqual([
    {
      orderId: 'order-5001',
      orderName: 'o',
      orderedAt: new Date('2026-05-02T08:40:00Z'),
      ...{ totalAmount: 20_000n, canceledAmount: 20_000n, state: 'canceled', paymentKey: 'pay-5001' },
      sellerIds: ['s2', 's3'],
    },
  ]);
  const payments = await listPayments(gateway().db, { state: 'refused', limit: 1 });
  expect(payments.items).toMatchObject([{ paymentKey: 'pay-5993', state: 'refused', allocation: 'order' }]);
});

test('every combination of filters has an index to read', async () => {
  const plans: string[] = [];
  const explained = {
    seal: testSeal,
    db: {
      query: async (sql: string, values?: unknown[]) => {
        // Small tables are read as a whole even where an index fits: without this choice only a missing index leads to it.
        const rows = await database.db.transaction(async (tx) => {
          await tx.query('set local enable_seqscan = off');
          return tx.query<{ 'QUERY PLAN': string }[]>(`explain ${sql}`, values);
        });
        plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
        return [];
      },
    } as never,
  };
  const after = 'order-3000';
  for (const filters of orderFilters)
    for (const at of [{}, { after }]) await listOrders(explained, { ...filters, ...at });
  const id = 'c4ca4238-a0b9-2382-0dcc-509a6f75849b';
  for (const filters of paymentFilters) {
    for (const at of [{}, { after: id }]) await listPayments(explained.db, { ...filters, ...at });
  }
  const costly = plans.filter((plan) => /Seq Scan on (orders|order_line|payment|payment_of_seller)/.test(plan));
  expect(costly).toEqual([]);
  expect(plans.length).toBeGreaterThan(2 * (orderFilters.length + paymentFilters.length) - 1);
});

test('a cursor that no page gave is refused', async () => {
  await expect(listPayments(gateway().db, { after: 'order-1' })).rejects.toMatchObject({ code: 'CURSOR_INVALID' });
});
