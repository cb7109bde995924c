import { sendBatch as send, type FencedProvider, type PayoutPolicy } from '@jeongsan/payouts';
import type { DataSource } from 'typeorm';
import { pgPayoutStore } from '../../payout-book/pg-payout-store.js';

/** Sends one frozen batch, once, and records the outcome. Throws FenceLost, Permanent. */
export const sendBatch = (
  db: DataSource,
  provider: FencedProvider,
  batchId: string,
  policy: PayoutPolicy,
  now: () => Date,
): Promise<void> => send(pgPayoutStore(db), provider, batchId, policy, now);
