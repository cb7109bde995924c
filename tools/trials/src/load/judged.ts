import type { Facts, Proof, Summary } from '@jeongsan/market';
import type { Recomputed } from './small-market.js';

/** Completed payouts in the provider's own records beyond those that the books have as paid. */
export function paidTwice({ book, payouts }: Facts): number {
  const made = book.paidBySeller.reduce((count, seller) => count + seller.count, 0);
  return made - payouts.filter(({ state }) => state === 'paid').length;
}

/** The equations of a proof that do not hold, with their sides. */
export const unproven = ({ equations }: Proof): string[] =>
  equations
    .filter(({ holds }) => !holds)
    .map(
      ({ title, sides, differing }) =>
        `${title}: ${sides.map(({ amount }) => amount).join(' / ')} ${differing.join(', ')}`,
    );

/** Totals of the platform by their names in the sums of the market's files. */
export const totalsOf = (summary: Summary) => ({
  sales: summary.sales.amount,
  canceledSales: summary.canceled.amount,
  commission: summary.commission,
  sellersEarned: summary.sellersEarned,
  providerFee: summary.providerFee,
  providerPayout: summary.providerPayout,
});

/** Totals that are not those of the market's files, which a program without our code added up. */
export const differingTotals = (totals: Readonly<Record<string, bigint>>, expected: Recomputed): string[] =>
  Object.entries(totals)
    .filter(([name, amount]) => expected[name] !== String(amount))
    .map(([name, amount]) => `${name}: ${amount}, by the files ${expected[name]}`);
