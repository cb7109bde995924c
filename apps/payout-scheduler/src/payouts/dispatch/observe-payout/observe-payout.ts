import { observePayout as observe, type PayoutProvider } from '@jeongsan/payouts';
import type { DataSource } from 'typeorm';
import { pgPayoutStore } from '../../payout-book/pg-payout-store.js';

/** Reads a payout at the provider and records its present status. */
export const observePayout = (
  db: DataSource,
  provider: Pick<PayoutProvider, 'getPayout'>,
  providerPayoutId: string,
  now: () => Date,
): Promise<void> => observe(pgPayoutStore(db), provider, providerPayoutId, now);
