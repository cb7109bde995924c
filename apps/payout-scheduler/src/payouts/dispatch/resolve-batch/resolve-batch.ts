import { resolveBatch as resolve, type PayoutPolicy, type PayoutProvider } from '@jeongsan/payouts';
import type { DataSource } from 'typeorm';
import { pgPayoutStore } from '../../payout-book/pg-payout-store.js';

/** Finds out the outcome of a batch without an answer by reading the provider's listing. */
export const resolveBatch = (
  db: DataSource,
  provider: Pick<PayoutProvider, 'listPayouts'>,
  batchId: string,
  policy: PayoutPolicy,
  now: () => Date,
): Promise<void> => resolve(pgPayoutStore(db), provider, batchId, policy, now);
