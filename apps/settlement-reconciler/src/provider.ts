import type { ProviderClient } from '@jeongsan/provider-client';

/** The calls of the provider that reconciliation makes: it reads, and asks for nothing. */
export type ProviderApi = Pick<ProviderClient, 'listTransactions' | 'listSettlements' | 'listPayouts' | 'getBalance'>;

/** Injection token and type in one. */
export abstract class Provider {
  abstract readonly api: ProviderApi;
}
