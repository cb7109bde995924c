import type { Month } from './month.js';
import { seededRandom } from '@jeongsan/random';
import type { Market } from '../market-files/market.js';
import { CAST } from './cast.js';
import { makeCancels } from './make-cancels.js';
import { makeHolds } from './make-holds.js';
import { makeOrders } from './make-orders.js';
import { makeShops } from './make-shops.js';
import { makeWays } from './make-ways.js';

/** The cast needs a crowd around it to be believable. */
export const SELLERS_MIN = CAST.length + 11;

/** The values the committed example is made from. */
export const DEFAULT_MONTH: Month = {
  seed: 20260501,
  from: '2026-05-01',
  days: 31,
  sellers: 220,
  orders: 5600,
  cancelUntil: '2026-06-08',
};

/** Makes up a month of a Korean open market. */
export function generateMarket(month: Month): Market {
  const random = seededRandom(String(month.seed));
  const shops = makeShops(month, random.fork('shops'));
  const made = makeOrders(month, shops, random.fork('orders'));
  const changes = makeCancels(month, shops, made, random.fork('cancels'));
  const holds = makeHolds(month, shops, made, random.fork('holds'));
  const { orders, cancels } = makeWays(month, { shops, orders: made, cancels: changes, holds }, random.fork('ways'));
  return {
    sellers: shops.map(({ seller }) => seller),
    terms: shops.flatMap(({ terms }) => terms),
    orders,
    cancels,
    holds,
  };
}
