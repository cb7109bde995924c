import type { OnExchange } from '@jeongsan/provider-client';

/** Counts this process's requests to the provider, those of the drop-in and the gateway's own. Injection token and type in one. */
export abstract class ProviderCalls {
  abstract readonly seen: OnExchange;
}
