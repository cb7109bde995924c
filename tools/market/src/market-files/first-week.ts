import { addDays } from '@jeongsan/calendar';
import type { Market } from './market.js';

const DAYS = 7;
const SELLERS = 40;
/** Money that matures later would make the play longer than a minute. */
const MATURES_WITHIN_DAYS = 5;

/** The first week of a market and its first sellers who are paid within days: the orders that only they sold, and what belongs to those orders. */
export function firstWeek(market: Market): Market {
  const first = market.orders[0]?.orderedAt.slice(0, 10) ?? '';
  const after = addDays(first, DAYS);
  const late = new Set(
    market.terms
      .filter(({ tranches }) => tranches.some(({ days }) => days > MATURES_WITHIN_DAYS))
      .map(({ sellerId }) => sellerId),
  );
  const early = market.sellers.map(({ sellerId }) => sellerId).filter((sellerId) => !late.has(sellerId));
  const kept = new Set(early.slice(0, SELLERS));
  const orders = market.orders
    .filter(({ orderedAt, lines }) => orderedAt.slice(0, 10) < after && lines.every((line) => kept.has(line.sellerId)))
    // A deposit after the week would be a day of its own.
    .filter(({ depositedAt }) => depositedAt === undefined || depositedAt.slice(0, 10) < after);
  const ordered = new Set(orders.map(({ orderId }) => orderId));
  const ofSellers = <T extends { sellerId: string }>(rows: readonly T[]) =>
    rows.filter((row) => kept.has(row.sellerId));
  return {
    orders,
    sellers: ofSellers(market.sellers),
    terms: ofSellers(market.terms),
    cancels: market.cancels.filter((one) => ordered.has(one.orderId) && one.canceledAt.slice(0, 10) < after),
    holds: ofSellers(market.holds).filter(
      ({ orderId, placedOn }) => placedOn < after && (orderId === undefined || ordered.has(orderId)),
    ),
  };
}
