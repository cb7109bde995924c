import type { ProviderClient } from '@jeongsan/provider-client';
import type { DataSource } from 'typeorm';
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
  abstract readonly now: () => Date;
}
