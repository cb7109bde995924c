import { resolveAttempt as resolve, type PayoutPolicy, type PayoutProvider } from '@jeongsan/payouts';
import type { DataSource } from 'typeorm';
import { pgPayoutStore } from '../payout-book/pg-payout-store.js';

/** Ends the uncertainty about a batch by the provider's listing. */
export const resolveAttempt = (
  db: DataSource,
  provider: Pick<PayoutProvider, 'listPayouts'>,
  attemptId: string,
  policy: PayoutPolicy,
  now: () => Date,
): Promise<void> => resolve(pgPayoutStore(db), provider, attemptId, policy, now);
