import { PAYOUTS_PER_REQUEST_MAX } from '@jeongsan/provider-contract';
import type { Payout } from './payout.js';

/** How often a payout was sent, its outcome was unknown, and two listings lacked it. */
export type Rounds = Pick<Payout, 'absent_rounds' | 'duplicate_rounds'>;

/**
 * After the provider has twice named the reference as a duplicate, and four complete listings lacked the payout, the reference
 * was used up by a failed request: sending again cannot succeed.
 */
const DUPLICATE_ROUNDS_MAX = 2;
/** At least 40 settle delays: each round has two listings, each after its settle delay. */
const ABSENT_ROUNDS_MAX = 20;

/** Whether only people can decide about the payout: sending it again would end in the same way. */
export const mustPark = ({ absent_rounds, duplicate_rounds }: Rounds): boolean =>
  duplicate_rounds >= DUPLICATE_ROUNDS_MAX || absent_rounds >= ABSENT_ROUNDS_MAX;

/**
 * The most payouts in one request with this payout. A payout named as a duplicate goes alone. A payout that was lost together
 * with others goes in smaller and smaller batches, so that one payout that breaks the provider's answer delays few others.
 */
export function companyMax({ absent_rounds, duplicate_rounds }: Rounds): number {
  if (duplicate_rounds > 0) return 1;
  if (absent_rounds < 2) return PAYOUTS_PER_REQUEST_MAX;
  return absent_rounds < 4 ? 10 : 1;
}

/** The payouts that may share a request with the first one: the same `companyMax` and the same earliest date. */
export function together(payouts: readonly Payout[]): Payout[] {
  const [first] = payouts;
  if (!first) return [];
  const max = companyMax(first);
  return payouts.filter((p) => companyMax(p) === max && p.not_before === first.not_before).slice(0, max);
}
