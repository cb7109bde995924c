import { createHash } from 'node:crypto';
import type pg from 'pg';
import { insertApprovedSellers, sellerId } from '../plan/approved-sellers.js';

/** Few enough that every list fills a page at the smallest size: a page of fewer rows would be cheaper. */
const SELLERS = 20;
const DAYS = 10;
const PAGE_ROWS = '20';
/** All orders lie in so many days: a day has the same share of them at any size. */
const FIRST_DAY = '2026-03-01';
const placed = (n: string, size: number): string =>
  `'${FIRST_DAY}T00:00:00+09:00'::timestamptz + (${n}) * interval '${DAYS} days' / ${size}`;

/**
 * Orders with a line and a payment each, the highest number newest. One payment of 50 is refused, one of 500 canceled, one of 400
 * has no order; every third is by bank transfer.
 */
export async function fillOrders(client: pg.Client, size: number): Promise<void> {
  await insertApprovedSellers(client, SELLERS);
  const numbers = `generate_series(1, ${size}) as n`;
  await client.query(
    `insert into gateway.orders (order_id, order_name, ordered_at, currency, total, tax_free, facts_hash, created_at)
     select 'order-' || n, 'bench', ${placed('n', size)}, 'KRW', 10000, 0, '', now() from ${numbers}`,
  );
  await client.query(
    `insert into gateway.order_line (order_id, ordered_at, line_id, position, seller_id, category, amount, tax_free, discount,
       discount_by_seller, paid, promotion, commission, commission_vat, net, terms_from, pricing)
     select 'order-' || n, ${placed('n', size)}, 'L1', 1, ${sellerId(`1 + n % ${SELLERS}`)}, 'c', 10000, 0, 0, 0, 10000, 0, 0, 0, 10000,
            '2026-01-01', '{}' from ${numbers}`,
  );
  await client.query(
    `insert into gateway.payment (id, order_id, provider_order_id, unallocated_because, payment_key, amount, canceled, state, method,
       created_at)
     select md5(n::text)::uuid, case when n % 400 <> 0 then 'order-' || n end, 'order-' || n,
            case when n % 400 = 0 then 'NO_ORDER' end, 'pay-' || n, 10000, case when n % 500 = 1 then 10000 else 0 end,
            case when n % 500 = 1 then 'canceled' when n % 50 = 2 then 'refused' else 'approved' end,
            case when n % 3 = 0 then '계좌이체' else '카드' end, ${placed('n', size)} from ${numbers}`,
  );
  await client.query('vacuum analyze');
}

/** A list as a caller asks for it; `size`: of the database. */
export type List = Readonly<{ name: string; path: (size: number) => string }>;

const SELLER = 'seller-000000008';
const DAY = { from: '2026-03-06', to: '2026-03-06' };
const CARD = { method: '카드' };
/** The order, or payment, behind which a tenth of all are. */
const deep = (size: number): number => Math.floor(size / 10);
const orderId = (size: number) => ({ after: `order-${deep(size) - 1}` });
const paymentId = (size: number) => ({ after: uuidOf(deep(size) - 1) });
/** The payment's id, as the database computes it. */
const uuidOf = (n: number): string =>
  createHash('md5')
    .update(String(n))
    .digest('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');

type Filters = Readonly<Record<string, string>>;
const listed =
  (path: string) =>
  (name: string, filters: Filters, cursor: (size: number) => Filters = () => ({})): List => ({
    name: `${path.slice(1)}, ${name}`,
    path: (size) => `${path}?${new URLSearchParams({ limit: PAGE_ROWS, ...filters, ...cursor(size) }).toString()}`,
  });
const orders = listed('/orders');
const payments = listed('/payments');

export const lists: readonly List[] = [
  orders('first page', {}),
  orders('deep page', {}, orderId),
  orders('of a seller', { sellerId: SELLER }),
  orders('of a seller, deep page', { sellerId: SELLER }, orderId),
  orders('of a day', DAY),
  orders('of a seller and a day', { sellerId: SELLER, ...DAY }),
  orders('canceled', { state: 'canceled' }),
  orders('refused, of a day', { state: 'refused', ...DAY }),
  payments('first page', {}),
  payments('deep page', {}, paymentId),
  payments('of a seller', { sellerId: SELLER }),
  payments('of a seller, deep page', { sellerId: SELLER }, paymentId),
  payments('of a day', DAY),
  payments('by card', CARD),
  payments('by card, deep page', CARD, paymentId),
  payments('canceled', { state: 'canceled' }),
  payments('refused, by card', { state: 'refused', ...CARD }),
  payments('unallocated', { allocation: 'unallocated' }),
  payments('of a seller, by card, of a day', { sellerId: SELLER, ...CARD, ...DAY }),
];
