import type { Explanations } from './explanations.js';
import { groupBy } from '../play/group-by.js';
import { asset, givenBackForOrders, liability, owedTo, paidForOrders, payoutsIn, type Facts } from './facts.js';
import { total, type Tally } from './tally.js';
import { unexplainedOf, type WayFacts } from './ways.js';
import type { Payout, Position } from './rows.js';

/** Money held back or sent in vain, by reason. */
export type Obstacle = Readonly<{
  reason: string;
  class: string | null;
  sellers: number;
  count: number;
  amount: bigint;
}>;

/** The month in numbers. Amounts in won, with the usual signs. */
export type Summary = Readonly<{
  sales: Tally;
  canceled: Tally;
  ways: readonly WaySummary[];
  cancels: Facts['cancels'];
  foreign: Facts['foreign'];
  previews: Facts['previews'];
  providerFee: bigint;
  providerFeeVat: bigint;
  /** What the provider pays the market in total: still on the balance, or paid out already. */
  providerPayout: bigint;
  commission: bigint;
  commissionVat: bigint;
  promotion: bigint;
  sellersEarned: bigint;
  paidOut: Tally;
  owed: Readonly<{ pending: bigint; payable: bigint; reserved: bigint; reserve: bigint }>;
  withheld: bigint;
  debt: Readonly<{ sellers: number; amount: bigint }>;
  held: readonly Obstacle[];
  failed: readonly Obstacle[];
  runs: Readonly<{ count: number; byPerson: number; byPolicy: number; open: number }>;
  openBreaks: number;
  explained: Explanations['shown'];
  orderStories: Facts['orderStories'];
  sellers: readonly SellerSummary[];
}>;

export type WaySummary = WayFacts & Readonly<{ unexplained: bigint }>;

/** earned = paid + owed - debt + withheld */
export type SellerSummary = Readonly<{
  sellerId: string;
  earned: bigint;
  paid: bigint;
  owed: bigint;
  debt: bigint;
  withheld: bigint;
}>;

/** The provider deducts its fee from each settlement; the rest is on the balance, or was paid out. */
export function summarise(facts: Facts): Summary {
  const { positions, runs } = facts;
  const paidOut = payoutsIn(facts, 'paid');
  const sum = (amount: (position: Position) => bigint): bigint => total(positions, amount);
  const providerFeeVat = asset(facts, 'provider:fee-vat');
  const byPerson = runs.filter(({ approvedBy }) => approvedBy !== null && !approvedBy.startsWith('system:')).length;
  const decided = runs.filter(({ approvedBy }) => approvedBy !== null).length;
  return {
    sales: { count: facts.ways.reduce((count, { paid }) => count + paid.count, 0), amount: paidForOrders(facts) },
    canceled: { count: facts.transactions.canceled.count, amount: givenBackForOrders(facts) },
    ways: facts.ways.map((way) => ({ ...way, unexplained: unexplainedOf(way) })),
    cancels: facts.cancels,
    foreign: facts.foreign,
    previews: facts.previews,
    providerFee: asset(facts, 'provider:fees') + providerFeeVat,
    providerFeeVat,
    providerPayout: asset(facts, 'provider:pending') + asset(facts, 'provider:available') + paidOut.amount,
    commission: liability(facts, 'platform:commission'),
    commissionVat: liability(facts, 'platform:vat'),
    promotion: asset(facts, 'platform:promotion'),
    sellersEarned: sum(earnedBy),
    paidOut,
    owed: {
      pending: sum((p) => p.pending),
      payable: sum((p) => p.payable),
      reserved: sum((p) => p.reserved),
      reserve: sum((p) => p.reserve),
    },
    withheld: sum((p) => p.withheld),
    debt: { sellers: positions.filter(({ debt }) => debt > 0n).length, amount: sum((p) => p.debt) },
    held: heldBecause(positions),
    failed: failedBecause(facts.payouts),
    runs: { count: runs.length, byPerson, byPolicy: decided - byPerson, open: runs.filter(isOpen).length },
    openBreaks: facts.openBreaks,
    explained: facts.explanations.shown,
    orderStories: facts.orderStories,
    sellers: positions.map((position) => {
      const { sellerId, paid, debt, withheld } = position;
      return { sellerId, earned: earnedBy(position), paid, owed: owedTo(position), debt, withheld };
    }),
  };
}

/** Withheld tax was earned too: it went to the tax office. */
const earnedBy = (position: Position): bigint => position.paid + owedTo(position) - position.debt + position.withheld;

const isOpen = ({ state }: Facts['runs'][number]): boolean => state !== 'closed' && state !== 'rejected';

/** A seller counts once under each reason. */
function heldBecause(positions: readonly Position[]): Obstacle[] {
  const held = positions.filter(({ holdReasons, payable }) => holdReasons.length > 0 && payable > 0n);
  const groups = groupBy(held, ({ holdReasons }) => [...holdReasons].sort().join(' + '));
  return [...groups]
    .map(([reason, sellers]) => {
      const amount = total(sellers, ({ payable }) => payable);
      return { reason, class: null, sellers: sellers.length, count: sellers.length, amount };
    })
    .sort(byAmount);
}

function failedBecause(payouts: readonly Payout[]): Obstacle[] {
  const failed = payouts.filter(({ state }) => state === 'failed' || state === 'refused');
  const groups = groupBy(failed, ({ failureCode, failureClass }) => `${failureCode ?? '?'} ${failureClass ?? ''}`);
  return [...groups.values()]
    .map((group) => ({
      reason: group[0]?.failureCode ?? '?',
      class: group[0]?.failureClass ?? null,
      sellers: new Set(group.map(({ sellerId }) => sellerId)).size,
      count: group.length,
      amount: total(group, ({ amount }) => amount),
    }))
    .sort(byAmount);
}

const byAmount = (a: Obstacle, b: Obstacle): number => (a.amount < b.amount ? 1 : a.amount > b.amount ? -1 : 0);
