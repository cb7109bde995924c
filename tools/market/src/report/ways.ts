import type { Output } from '@jeongsan/http-contract';
import type { getOrder, listPayments } from '@jeongsan/platform-contract';
import { paymentStates } from '@jeongsan/state-machines';
import { WAYS, type Way } from '../market-files/market.js';
import type { PlacedOrder } from '../play/place-order.js';
import { tallyOf, total, type Tally } from './tally.js';

/** One way of paying, as the gateway's books, the provider's transactions and its settlements show it. Amounts in won. */
export type WayFacts = Readonly<{
  way: Way;
  /** Orders whose payment came to nothing: no deposit, or canceled before the deposit. */
  unpaid: number;
  /** What buyers paid for the lines of their orders. */
  paid: Tally;
  givenBack: bigint;
  /** The payments of these orders: those that came through the gateway, and those that were found at the provider. */
  throughUs: Tally;
  besideUs: Tally;
  /** Orders that the gateway made from a split that the market had named. */
  bySplit: number;
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
export type BookedOrder = Output<typeof getOrder>;
export type BookedPayment = Output<typeof listPayments>['items'][number];

/** Sums the gateway's orders and payments by way of paying, beside the provider's rows. */
export function sumByWay(
  placed: readonly Pick<PlacedOrder, 'order' | 'orderId'>[],
  { orders, payments }: Readonly<{ orders: readonly BookedOrder[]; payments: readonly BookedPayment[] }>,
  rows: ProviderRows,
): WayFacts[] {
  const wayOf = new Map(placed.map(({ order, orderId }) => [orderId, order.way]));
  const split = new Set(placed.flatMap(({ order, orderId }) => (order.registered === 'BY_SPLIT' ? [orderId] : [])));
  return WAYS.flatMap((way) => {
    const isOfWay = ({ orderId }: { orderId: string | null }): boolean => wayOf.get(orderId ?? '') === way;
    const ofWay = orders.filter(isOfWay);
    if (ofWay.length === 0) return [];
    const made = payments.filter((payment) => isOfWay(payment) && isPaid(payment.state));
    const amountOf = (list: readonly OrderAmount[]) => tallyOf(list.filter(isOfWay)).amount;
    return [
      {
        ...{ way, ...inTheBooks(ofWay) },
        throughUs: tallyOf(made.filter(({ side }) => side === 'gateway')),
        besideUs: tallyOf(made.filter(({ side }) => side === 'provider')),
        bySplit: ofWay.filter(({ orderId }) => split.has(orderId)).length,
        listed: amountOf(rows.listed),
        settled: amountOf(rows.settled),
        unsettled: amountOf(rows.unsettled),
      },
    ];
  });
}

function inTheBooks(orders: readonly BookedOrder[]): Pick<WayFacts, 'unpaid' | 'paid' | 'givenBack'> {
  const paid = orders.filter(({ paymentState }) => isPaid(paymentState));
  const lines = paid.flatMap((order) => order.lines);
  return {
    unpaid: orders.length - paid.length,
    paid: { count: paid.length, amount: total(lines, (line) => line.paid) },
    givenBack: total(lines, (line) => line.canceled),
  };
}

const isPaid = (state: string | null): boolean => paymentStates.paid.some((paid) => paid === state);

/** Won of a way that the gateway's orders, its payments and the provider show differently. */
export const unexplainedOf = ({ paid, throughUs, besideUs, givenBack, listed, settled, unsettled }: WayFacts): bigint =>
  size(paid.amount - throughUs.amount - besideUs.amount) +
  size(paid.amount - givenBack - listed) +
  size(listed - settled - unsettled);

const size = (amount: bigint): bigint => (amount < 0n ? -amount : amount);
