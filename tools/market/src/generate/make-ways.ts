import { weighted, type Random } from '@jeongsan/random';
import {
  isSplittable,
  isThroughUs,
  type Cancel,
  type Hold,
  type Order,
  type Registration,
  type Way,
} from '../market-files/market.js';
import { groupBy } from '../play/group-by.js';
import { addDays, koreanTime } from './days.js';
import type { Month } from './month.js';
import type { Shop } from './make-shops.js';

/** An order before the buyer has chosen a way of paying. */
export type UnpaidOrder = Omit<Order, 'way' | 'registered' | 'depositedAt'>;

type Parts = Readonly<{
  shops: readonly Shop[];
  orders: readonly UnpaidOrder[];
  cancels: readonly Omit<Cancel, 'side'>[];
  holds: readonly Hold[];
}>;
type Paid = Pick<Order, 'method' | 'way' | 'registered' | 'depositedAt'>;

// prettier-ignore
const pickWay = weighted<Way>([
  ['WINDOW', 55], ['VIRTUAL_ACCOUNT', 21], ['BILLING', 6], ['WALLET', 5], ['BESIDE', 5], ['LINK', 4], ['KEY_IN', 2], ['ARS', 2],
]);
const pickRegistration = weighted<Registration>([['BEFORE', 50], ['AFTER', 30], ['NEXT_DAY', 20]]); // prettier-ignore
/** Days from the order to the deposit; most buyers pay the same evening. */
const pickDepositDay = weighted([[0, 55], [1, 30], [2, 10], [3, 5]]); // prettier-ignore

/** Of the virtual accounts without any cancel. */
const NEVER_PAID = 0.05;
const CANCELED_BEFORE_DEPOSIT = 0.025;
/** Of the orders whose cancels name no line of several. All cancels of an order are made on one side. */
const CANCELED_BESIDE = 0.3;
/** Of the orders of links and ARS services whose lines a split can name. */
const BY_SPLIT = 0.6;
const SECONDS_PER_DAY = 86_400;

/**
 * Chooses for each order its way of paying, and the side on which its cancels are made, among those that are possible.
 * Some virtual accounts never get a deposit, and some orders are canceled while they wait for one.
 */
export function makeWays(month: Month, parts: Parts, random: Random): { orders: Order[]; cancels: Cancel[] } {
  const cancelsOf = groupBy(parts.cancels, ({ orderId }) => orderId);
  const fixed = ordersOfTheCast(parts);
  const more: Cancel[] = [];
  const orders = parts.orders.map((order): Order => {
    const cancels = cancelsOf.get(order.orderId) ?? [];
    const wish = pickWay(random);
    const paid = fixed.has(order.orderId) ? byWindow(order) : paidBy(wish, order, cancels, random);
    if (paid.way !== 'VIRTUAL_ACCOUNT' || cancels.length > 0) return { ...order, ...paid };
    if (random.chance(NEVER_PAID)) return { ...order, ...paid, depositedAt: undefined };
    if (!random.chance(CANCELED_BEFORE_DEPOSIT)) return { ...order, ...paid };
    const before = canceledBeforeDeposit(month, order, random);
    if (before === undefined) return { ...order, ...paid };
    more.push(before);
    return { ...order, ...paid, depositedAt: undefined };
  });
  const sideOfOrder = new Map(
    orders.map((order) => {
      const cancels = cancelsOf.get(order.orderId) ?? [];
      return [order.orderId, sideOf(order, cancels, cancels.length > 0 && random.chance(CANCELED_BESIDE))];
    }),
  );
  const sided = parts.cancels.map((cancel) => ({ ...cancel, side: sideOfOrder.get(cancel.orderId) ?? 'GATEWAY' }));
  return { orders, cancels: numbered([...sided, ...more]) };
}

/** Orders with a part in the month: those of sellers that end in debt, and those with a hold. */
function ordersOfTheCast({ shops, orders, holds }: Parts): ReadonlySet<string> {
  const inDebt = new Set(shops.filter(({ part }) => part === 'IN_DEBT').map(({ seller }) => seller.sellerId));
  const theirs = orders.filter(({ lines }) => lines.some(({ sellerId }) => inDebt.has(sellerId)));
  const held = holds.flatMap(({ orderId }) => (orderId === undefined ? [] : [orderId]));
  return new Set([...held, ...theirs.map(({ orderId }) => orderId)]);
}

const byWindow = ({ method }: Pick<UnpaidOrder, 'method'>): Paid => ({
  method,
  way: 'WINDOW',
  registered: 'BEFORE',
  depositedAt: undefined,
});

type Cancels = Parts['cancels'];

/** The order paid in this way, or by the payment window where the order or its cancels do not allow the way. */
function paidBy(way: Way, order: UnpaidOrder, cancels: Cancels, random: Random): Paid {
  const day = order.orderedAt.slice(0, 10);
  if (way === 'WINDOW') return byWindow(order);
  if (way === 'VIRTUAL_ACCOUNT') {
    const depositedAt = depositOf(order, random);
    const isEarly = cancels.some(({ canceledAt }) => canceledAt.slice(0, 10) <= depositedAt.slice(0, 10));
    return isEarly ? byWindow(order) : { method: '가상계좌', way, registered: 'BEFORE', depositedAt };
  }
  const isByNumberOfProvider = way === 'LINK' || way === 'ARS';
  if (isByNumberOfProvider && hasTaxFree(order)) return byWindow(order);
  // The gateway may hear of a payment beside it only at night: until then, its cancels must be possible beside it, too.
  const isCanceledSoon = cancels.some(({ canceledAt }) => canceledAt.slice(0, 10) === day);
  if (isCanceledSoon && !mayCancelBeside(order, cancels)) return byWindow(order);
  const wish = pickRegistration(random);
  const isBySplit = isSplittable(way, order.lines) && random.chance(BY_SPLIT);
  const isLater = (isByNumberOfProvider && wish === 'BEFORE') || (isCanceledSoon && wish === 'NEXT_DAY');
  const registered = isBySplit ? 'BY_SPLIT' : isLater ? 'AFTER' : wish;
  const method = way === 'LINK' || way === 'BESIDE' ? order.method : '카드';
  return { method, way, registered, depositedAt: undefined };
}

function depositOf({ orderedAt }: UnpaidOrder, random: Random): string {
  const days = pickDepositDay(random);
  const day = addDays(orderedAt.slice(0, 10), days);
  return days === 0 ? koreanTime(day, SECONDS_PER_DAY - 1) : koreanTime(day, random.integer(28_800, 82_800));
}

function canceledBeforeDeposit(month: Month, { orderId, orderedAt }: UnpaidOrder, random: Random): Cancel | undefined {
  const day = addDays(orderedAt.slice(0, 10), random.integer(1, 3));
  if (day > month.cancelUntil) return undefined;
  const canceledAt = koreanTime(day, random.integer(28_800, 82_800));
  const side = random.chance(CANCELED_BESIDE) ? 'PROVIDER' : 'GATEWAY';
  const whole = { amount: undefined, lineId: undefined, quantity: undefined, allocatedTo: undefined };
  return { cancelId: '', orderId, canceledAt, reason: '입금 전 취소', ...whole, side };
}

/** Beside the gateway if the buyer's payment is, on the day of the order; else as the market likes. */
function sideOf(order: Order, cancels: Cancels, isBesideLiked: boolean): Cancel['side'] {
  const isCanceledSoon = cancels.some(({ canceledAt }) => canceledAt.slice(0, 10) === order.orderedAt.slice(0, 10));
  const isBeside = isBesideLiked || (isCanceledSoon && !isThroughUs(order));
  return isBeside && mayCancelBeside(order, cancels) ? 'PROVIDER' : 'GATEWAY';
}

/** The provider knows no lines, and takes the tax-free part of a cancel from what the request says. */
const mayCancelBeside = (order: UnpaidOrder, cancels: Cancels): boolean =>
  cancels.every(
    ({ lineId, quantity }) => lineId === undefined || (quantity === undefined && order.lines.length === 1),
  ) && !hasTaxFree(order);

const hasTaxFree = ({ lines }: UnpaidOrder): boolean => lines.some(({ taxFreeAmount }) => taxFreeAmount > 0n);

const numbered = (cancels: readonly Cancel[]): Cancel[] =>
  [...cancels]
    .sort((a, b) => compare(a.canceledAt, b.canceledAt) || compare(a.orderId, b.orderId))
    .map((cancel, index) => ({ ...cancel, cancelId: `CXL-${String(index + 1).padStart(5, '0')}` }));

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
