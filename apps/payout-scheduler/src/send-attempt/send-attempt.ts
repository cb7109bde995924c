import { sendAttempt as send, type FencedProvider, type PayoutPolicy } from '@jeongsan/payouts';
import type { DataSource } from 'typeorm';
import { pgPayoutStore } from '../payout-book/pg-payout-store.js';

/** Sends one frozen batch, once, and records the outcome. Throws FenceLost, Permanent. */
export const sendAttempt = (
  db: DataSource,
  provider: FencedProvider,
  attemptId: string,
  policy: PayoutPolicy,
  now: () => Date,
): Promise<void> => send(pgPayoutStore(db), provider, attemptId, policy, now);
