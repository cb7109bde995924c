import type { DataSeal } from '@jeongsan/jwe';
import type { ProviderClient } from '@jeongsan/provider-client';
import type { ApprovalRules } from '@jeongsan/nest-kit';
import type { DataSource } from 'typeorm';
import type { WaitingTime } from './change-account/take-change.js';
import type { SellerVault } from './seller-vault.js';

/** The provider, reduced to the calls this app makes. */
export type SellerProvider = Pick<
  ProviderClient,
  'verifyHolderName' | 'lookupHolderName' | 'createSeller' | 'updateSeller' | 'getSeller' | 'listSellers'
>;

/** What the jobs of this app need. Injection token and type in one. */
export abstract class Onboarding {
  abstract readonly db: DataSource;
  abstract readonly provider: SellerProvider;
  abstract readonly vault: SellerVault;
  abstract readonly seal: DataSeal;
  /** Days after which nothing is kept of a seller that ended. */
  abstract readonly keepSellersDays: number;
  abstract readonly now: () => Date;
  /** How long a changed account waits, with the holidays as they stand. */
  abstract readonly wait: () => Promise<WaitingTime>;
  /** What binds people who confirm changed accounts. */
  abstract readonly approval: ApprovalRules;
}
