import { hit } from '@jeongsan/failpoints';
import type { Client, Send } from '@jeongsan/http-contract';
import { listPayouts, type providerContract } from '@jeongsan/provider-contract';

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
    await hit('send:sealed');
    await mayWrite();
    const reply = await send(request);
    await hit('send:answered');
    return reply;
  };

/** Has a failpoint after each page of the listing that decides what became of an unknown payout. */
export const failingBetweenPages =
  (send: Send): Send =>
  async (request) => {
    const reply = await send(request);
    if (request.endpoint === listPayouts) await hit('listing:page');
    return reply;
  };
