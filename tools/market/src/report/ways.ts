import type { Output } from '@jeongsan/http-contract';
import type { getOrder } from '@jeongsan/platform-contract';
import { paymentStates } from '@jeongsan/state-machines';
import { WAYS, type Way } from '../market-files/market.js';
import type { Clients } from '../platform/clients.js';
import { inParallel } from '../play/in-parallel.js';
import type { PlacedOrder } from '../play/place-order.js';
import type { Tally } from './tally.js';

/** One way of paying, as the gateway's books, the provider's transactions and its settlements show it. Amounts in won. */
export type WayFacts = Readonly<{
  way: Way;
  /** Orders whose payment came to nothing: no deposit, or canceled before the deposit. */
  unpaid: number;
  paid: Tally;
  givenBack: bigint;
  /** Transactions at the provider, less its cancels. */
  listed: bigint;
  /** Settlement rows of the provider, less those of cancels. */
  settled: bigint;
  /** Transactions without a settlement row yet, less those of cancels. */
  unsettled: bigint;
}>;

/** A transaction or settlement row of the provider: won of an order, negative for a cancel. */
export type OrderAmount = Readonly<{ orderId: string; amount: bigint }>;
export type ProviderRows = Readonly<{
  listed: readonly OrderAmount[];
  settled: readonly OrderAmount[];
  unsettled: readonly OrderAmount[];
}>;
type BookedOrder = Output<typeof getOrder>;

const AT_ONCE = 16;

/** Reads every order in the gateway's books, and sums them by way of paying beside the provider's rows. */
export async function askWays(
  { gateway }: Pick<Clients, 'gateway'>,
  placed: readonly Pick<PlacedOrder, 'order' | 'orderId'>[],
  rows: ProviderRows,
): Promise<WayFacts[]> {
  const booked = new Map<string, BookedOrder>();
  await inParallel(placed, AT_ONCE, async ({ orderId }) => {
    booked.set(orderId, await gateway.getOrder({ params: { orderId } }));
  });
  const wayOf = new Map(placed.map(({ order, orderId }) => [orderId, order.way]));
  return WAYS.flatMap((way) => {
    const orders = [...booked.values()].filter(({ orderId }) => wayOf.get(orderId) === way);
    const sumOf = (list: readonly OrderAmount[]) =>
      sum(list.filter(({ orderId }) => wayOf.get(orderId) === way).map(({ amount }) => amount));
    if (orders.length === 0) return [];
    const provider = { listed: sumOf(rows.listed), settled: sumOf(rows.settled), unsettled: sumOf(rows.unsettled) };
    return [{ way, ...inTheBooks(orders), ...provider }];
  });
}

function inTheBooks(orders: readonly BookedOrder[]): Pick<WayFacts, 'unpaid' | 'paid' | 'givenBack'> {
  const paid = orders.filter(isPaid);
  const lines = paid.flatMap((order) => order.lines);
  return {
    unpaid: orders.length - paid.length,
    paid: { count: paid.length, amount: sum(lines.map((line) => line.paid)) },
    givenBack: sum(lines.map((line) => line.canceled)),
  };
}

const isPaid = ({ paymentState }: BookedOrder): boolean => paymentStates.paid.some((state) => state === paymentState);

/** Won of a way that the gateway's books and the provider show differently. */
export const unexplainedOf = ({ paid, givenBack, listed, settled, unsettled }: WayFacts): bigint =>
  size(paid.amount - givenBack - listed) + size(listed - settled - unsettled);

const size = (amount: bigint): bigint => (amount < 0n ? -amount : amount);
const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n);
