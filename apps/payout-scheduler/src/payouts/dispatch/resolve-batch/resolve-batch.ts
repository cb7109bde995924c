import { resolveBatch as resolve, type PayoutPolicy, type PayoutProvider } from '@jeongsan/payouts';
import type { DataSource } from 'typeorm';
import { pgPayoutStore } from '../../payout-book/pg-payout-store.js';

/** Ends the uncertainty about a batch by the provider's listing. */
export const resolveBatch = (
  db: DataSource,
  provider: Pick<PayoutProvider, 'listPayouts'>,
  batchId: string,
  policy: PayoutPolicy,
  now: () => Date,
): Promise<void> => resolve(pgPayoutStore(db), provider, batchId, policy, now);
