import { dispatchRun as dispatch, type PayoutPolicy, type PayoutProvider } from '@jeongsan/payouts';
import type { DataSource } from 'typeorm';
import { pgPayoutStore } from '../../payout-book/pg-payout-store.js';

/**
 * Cuts the reserved payouts of an approved run into frozen batches and enqueues their sending. Safe to repeat. Throws
 * Permanent.
 */
export const dispatchRun = (
  db: DataSource,
  provider: Pick<PayoutProvider, 'getBalance'>,
  runId: string,
  policy: PayoutPolicy,
  now: () => Date,
): Promise<void> => dispatch(pgPayoutStore(db), provider, runId, policy, now);
