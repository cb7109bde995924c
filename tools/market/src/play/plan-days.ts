import { addDays, type Calendar, daysBetween, maturityDate } from '@jeongsan/calendar';
import { paidAt, type Cancel, type Hold, type Market, type Order, type Terms } from '../market-files/market.js';
import { groupBy } from './group-by.js';

/** One business date with the acts of buyers on it, each list in the order of time. */
export type DayPlan = Readonly<{
  date: string;
  orders: readonly Order[];
  /** Orders of the day before that are registered now. */
  registrations: readonly Order[];
  /** Orders whose virtual account gets its deposit. */
  deposits: readonly Order[];
  cancels: readonly Cancel[];
  /** Cancels of the day before whose lines an operator names now. */
  allocations: readonly Cancel[];
  holds: readonly Hold[];
}>;

/** Days after the last sale for settlement, maturity, payment and matching. */
const DAYS_AFTER_LAST_EVENT = 12;
const DAYS_MAX = 75;

/** Every date from the first order to its last consequence, without gaps. Throws when there are no orders. */
export function planDays(market: Market, calendar: Calendar): DayPlan[] {
  const first = market.orders[0]?.orderedAt.slice(0, 10);
  if (first === undefined) throw new Error('A market without orders has no days to play');
  const orders = groupBy(market.orders, (order) => order.orderedAt.slice(0, 10));
  const registrations = groupBy(
    market.orders.filter(({ registered }) => registered === 'NEXT_DAY'),
    ({ orderedAt }) => addDays(orderedAt.slice(0, 10), 1),
  );
  const deposits = groupBy(market.orders, ({ depositedAt }) => depositedAt?.slice(0, 10));
  const cancels = groupBy(market.cancels, (cancel) => cancel.canceledAt.slice(0, 10));
  const allocations = groupBy(
    market.cancels.filter(({ allocatedTo }) => allocatedTo !== undefined),
    ({ canceledAt }) => addDays(canceledAt.slice(0, 10), 1),
  );
  const holds = groupBy(market.holds, (hold) => hold.placedOn);
  const length = daysBetween(first, lastDay(market, first, calendar)) + 1;
  return Array.from({ length }, (_, index) => {
    const date = addDays(first, index);
    return {
      date,
      orders: orders.get(date) ?? [],
      registrations: registrations.get(date) ?? [],
      deposits: deposits.get(date) ?? [],
      cancels: cancels.get(date) ?? [],
      allocations: allocations.get(date) ?? [],
      holds: holds.get(date) ?? [],
    };
  });
}

function lastDay(market: Market, first: string, calendar: Calendar): string {
  const lastOrder = market.orders.reduce((last, order) => later(last, (paidAt(order) ?? '').slice(0, 10)), first);
  const lastCancel = market.cancels.at(-1)?.canceledAt.slice(0, 10) ?? first;
  const usual = addDays(later(lastOrder, lastCancel), DAYS_AFTER_LAST_EVENT);
  const soon = addDays(usual, DAYS_AFTER_LAST_EVENT);
  const maturing = maturities(market, calendar).filter((date) => date > usual && date <= soon);
  const last = maturing.reduce((latest, date) => (date > latest ? date : latest), usual);
  const limit = addDays(first, DAYS_MAX - 1);
  return last < limit ? last : limit;
}

const later = (a: string, b: string): string => (a > b ? a : b);

/** When lines mature under the terms of their date. */
function maturities(market: Market, calendar: Calendar): string[] {
  const termsOf = groupBy(market.terms, (terms) => terms.sellerId);
  const dates = new Set<string>();
  for (const order of market.orders) {
    const date = (paidAt(order) ?? order.orderedAt).slice(0, 10);
    for (const { sellerId } of order.lines) {
      const terms = inForce(termsOf.get(sellerId) ?? [], order.orderedAt.slice(0, 10));
      for (const tranche of terms?.tranches ?? []) {
        dates.add(maturityDate(date, tranche, terms?.datePolicy ?? 'CALENDAR_DAY', calendar));
      }
    }
  }
  return [...dates];
}

function inForce(versions: readonly Terms[], date: string): Terms | undefined {
  return versions
    .filter((terms) => terms.effectiveFrom <= date)
    .reduce<Terms | undefined>((a, b) => (a && a.effectiveFrom > b.effectiveFrom ? a : b), undefined);
}
