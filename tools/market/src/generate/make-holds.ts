import type { Random } from '@jeongsan/random';
import type { Hold } from '../market-files/market.js';
import { addDays } from './days.js';
import { lastDay, type Month } from './month.js';
import type { Shop } from './make-shops.js';
import type { UnpaidOrder } from './make-ways.js';

/** Below this a month has no room for money that waits. */
const DAYS_FOR_HOLDS = 7;

/** What operators keep back in the month: a seller under review, disputed orders, an amount somebody claims. */
export function makeHolds(
  month: Month,
  shops: readonly Shop[],
  orders: readonly UnpaidOrder[],
  random: Random,
): Hold[] {
  const everyday = shops.filter(({ part }) => part === 'EVERYDAY').map(({ seller }) => seller.sellerId);
  const counts = ordersBySeller(orders);
  const busy = random.shuffle(everyday.filter((id) => (counts.get(id) ?? 0) > 1));
  const [reviewed, claimed, ...disputed] = busy;
  if (month.days < DAYS_FOR_HOLDS || reviewed === undefined || claimed === undefined) return [];
  const middle = addDays(month.from, month.days >> 1);
  const rows: Omit<Hold, 'holdId'>[] = [
    {
      ...nothing,
      sellerId: reviewed,
      scope: 'SELLER',
      reason: 'FRAUD_REVIEW',
      placedOn: addDays(month.from, 3),
      releaseOn: middle,
    },
    {
      ...nothing,
      sellerId: claimed,
      scope: 'AMOUNT',
      amount: 50_000n,
      reason: 'CLAIM',
      placedOn: addDays(month.from, 4),
      releaseOn: lastDay(month),
    },
    ...disputed
      .slice(0, 3)
      .map((sellerId, index) => dispute(sellerId, orders, index === 0 ? undefined : addDays(middle, index), random)),
  ];
  return rows.map((row, index) => ({ holdId: `HLD-${String(index + 1).padStart(3, '0')}`, ...row }));
}

const nothing = { orderId: undefined, amount: undefined };

/** A disputed order is held from the day it was placed. */
function dispute(
  sellerId: string,
  orders: readonly UnpaidOrder[],
  releaseOn: string | undefined,
  random: Random,
): Omit<Hold, 'holdId'> {
  const early = ordersOf(orders, sellerId).slice(0, 2);
  const { orderId, orderedAt } = random.pick(early);
  const placedOn = orderedAt.slice(0, 10);
  const later = releaseOn !== undefined && releaseOn > placedOn ? releaseOn : undefined;
  return { ...nothing, sellerId, scope: 'ORDER', orderId, reason: 'DISPUTE', placedOn, releaseOn: later };
}

const ordersOf = (orders: readonly UnpaidOrder[], sellerId: string): UnpaidOrder[] =>
  orders.filter(({ lines }) => lines.some((line) => line.sellerId === sellerId));

function ordersBySeller(orders: readonly UnpaidOrder[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { lines } of orders)
    for (const sellerId of new Set(lines.map((line) => line.sellerId)))
      counts.set(sellerId, (counts.get(sellerId) ?? 0) + 1);
  return counts;
}
