import type { ProviderClient } from '@jeongsan/provider-client';

/** The provider calls that reconciliation makes. All of them only read. */
export type ProviderApi = Pick<ProviderClient, 'listTransactions' | 'listSettlements' | 'listPayouts' | 'getBalance'>;

/** The provider for dependency injection: injection token and type in one. */
export abstract class Provider {
  abstract readonly api: ProviderApi;
}
