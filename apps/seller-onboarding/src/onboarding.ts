import type { DataSeal } from '@jeongsan/jwe';
import type { ProviderClient } from '@jeongsan/provider-client';
import type { ApprovalRules } from '@jeongsan/nest-kit';
import type { DataSource } from 'typeorm';
import type { WaitingTime } from './change-account/take-change.js';
import type { SellerVault } from './seller-vault.js';

/** The provider calls that this app makes. */
export type SellerProvider = Pick<
  ProviderClient,
  'verifyHolderName' | 'lookupHolderName' | 'createSeller' | 'updateSeller' | 'getSeller' | 'listSellers'
>;

/** The dependencies of this app's jobs. Injection token and type in one. */
export abstract class Onboarding {
  abstract readonly db: DataSource;
  abstract readonly provider: SellerProvider;
  abstract readonly vault: SellerVault;
  abstract readonly seal: DataSeal;
  /** Days after which the personal data of a refused or closed seller is erased. */
  abstract readonly keepSellersDays: number;
  abstract readonly now: () => Date;
  /** The waiting time of a changed account, with the present holidays. */
  abstract readonly wait: () => Promise<WaitingTime>;
  /** The rules for people who confirm changed accounts. */
  abstract readonly approval: ApprovalRules;
}
