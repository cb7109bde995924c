import { advancePayouts as advance, type Payout, type PayoutStep } from '@jeongsan/payouts';
import type { EntityManager } from 'typeorm';
import { pgPayoutBook } from './pg-payout-book.js';

/**
 * The only function that changes payouts: states, postings and events commit together. Throws Permanent for a
 * contradiction.
 */
export const advancePayouts = (tx: EntityManager, steps: readonly PayoutStep[], now: Date): Promise<Payout[]> =>
  advance(pgPayoutBook(tx), steps, now);
