import { advancePayouts as advance, type Payout, type PayoutStep } from '@jeongsan/payouts';
import type { EntityManager } from 'typeorm';
import { pgPayoutBook } from './pg-payout-book.js';

/** The only way payouts change: states, books and events move together or not at all. Throws Permanent for a contradiction. */
export const advancePayouts = (tx: EntityManager, steps: readonly PayoutStep[], now: Date): Promise<Payout[]> =>
  advance(pgPayoutBook(tx), steps, now);
