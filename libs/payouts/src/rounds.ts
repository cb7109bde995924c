import { PAYOUTS_PER_REQUEST_MAX } from '@jeongsan/provider-contract';
import type { Payout } from './payout.js';

/** What a payout went through without an outcome: it was sent, nobody could tell what became of it, and two listings lacked it. */
export type Rounds = Pick<Payout, 'absent_rounds' | 'duplicate_rounds'>;

/** Told twice that this very reference was used, and four complete listings do not have it: it was burnt by a request that failed. */
const DUPLICATE_ROUNDS_MAX = 2;
/** Each round takes two settle delays at least. */
const ABSENT_ROUNDS_MAX = 20;

/** Whether only people can end it: sending it once more would end like the last time. */
export const mustPark = ({ absent_rounds, duplicate_rounds }: Rounds): boolean =>
  duplicate_rounds >= DUPLICATE_ROUNDS_MAX || absent_rounds >= ABSENT_ROUNDS_MAX;

/**
 * How many go out in one request with it. One that was named as a duplicate goes alone; those that were lost with others go in ever
 * smaller company, so that one item that breaks the provider's answer keeps few others back.
 */
export function companyMax({ absent_rounds, duplicate_rounds }: Rounds): number {
  if (duplicate_rounds > 0) return 1;
  if (absent_rounds < 2) return PAYOUTS_PER_REQUEST_MAX;
  return absent_rounds < 4 ? 10 : 1;
}

/** Of payouts that may be sent now, those that go out with the first one: as trusted as it is, and for the same day. */
export function together(payouts: readonly Payout[]): Payout[] {
  const [first] = payouts;
  if (!first) return [];
  const max = companyMax(first);
  return payouts.filter((p) => companyMax(p) === max && p.not_before === first.not_before).slice(0, max);
}
