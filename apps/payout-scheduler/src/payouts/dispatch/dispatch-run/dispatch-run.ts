import { dispatchRun as dispatch, type PayoutPolicy, type PayoutProvider } from '@jeongsan/payouts';
import type { DataSource } from 'typeorm';
import { pgPayoutStore } from '../../payout-book/pg-payout-store.js';

/** Cuts what an approved run has reserved into frozen batches and promises their sending. Safe to repeat. Throws Permanent. */
export const dispatchRun = (
  db: DataSource,
  provider: Pick<PayoutProvider, 'getBalance'>,
  runId: string,
  policy: PayoutPolicy,
  now: () => Date,
): Promise<void> => dispatch(pgPayoutStore(db), provider, runId, policy, now);
