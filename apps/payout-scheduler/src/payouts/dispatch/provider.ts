import { hit } from '@jeongsan/failpoints';
import type { Client, Send } from '@jeongsan/http-contract';
import { clientContract } from '@jeongsan/provider-contract';

export type ProviderApi = Client<typeof clientContract>;

/**
 * The provider's API, and a variant that asks for permission before the first byte of each request. Injection token and
 * type in one.
 */
export abstract class Provider {
  abstract readonly api: ProviderApi;
  abstract fenced(mayWrite: () => Promise<void>): ProviderApi;
}

/**
 * Milliseconds of real time for which a permission to send is valid: far shorter than the silence after which another
 * sender takes a batch over.
 */
const LEAVE_HOLDS_MS = 1_000;

/**
 * Asks `mayWrite` when the bytes of a request are ready (sealed, signed), before the first byte is sent. A permission
 * older than LEAVE_HOLDS_MS is asked for again: a process that was stopped between the answer and the first byte may
 * have lost its batch meanwhile.
 */
export const askingFirst =
  (send: Send, mayWrite: () => Promise<void>): Send =>
  async (request) => {
    await hit('send:sealed');
    for (let askedAt = Number.NEGATIVE_INFINITY; performance.now() - askedAt > LEAVE_HOLDS_MS;) {
      askedAt = performance.now();
      await mayWrite();
    }
    const reply = await send(request);
    await hit('send:answered');
    return reply;
  };

/**
 * A sender with a failpoint after each page of the listing that decides the outcome of an unknown payout; for tests of
 * crashes.
 */
export const failingBetweenPages =
  (send: Send): Send =>
  async (request) => {
    const reply = await send(request);
    if (request.endpoint === clientContract.listPayouts) await hit('listing:page');
    return reply;
  };
