import type { Client, Send } from '@jeongsan/http-contract';
import type { providerContract } from '@jeongsan/provider-contract';

export type ProviderApi = Client<typeof providerContract>;

/** Injection token and type in one: the provider, and a way to reach it that asks for leave before each request's first byte. */
export abstract class Provider {
  abstract readonly api: ProviderApi;
  abstract fenced(mayWrite: () => Promise<void>): ProviderApi;
}

/** Asks `mayWrite` when the bytes are ready (sealed, signed) and before the first one leaves. */
export const askingFirst =
  (send: Send, mayWrite: () => Promise<void>): Send =>
  async (request) => {
    await mayWrite();
    return send(request);
  };
