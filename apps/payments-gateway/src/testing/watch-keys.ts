import type { CallOptions } from '@jeongsan/http-contract';
import type { Gateway } from '../gateway.js';

/** A gateway without patience for the provider, and the idempotency keys of the confirms and cancels that it sends. */
export function watchKeys(gateway: Gateway): Readonly<{ watched: Gateway; keys: (string | undefined)[] }> {
  const keys: (string | undefined)[] = [];
  const { provider } = gateway;
  const noting =
    <I, O>(send: (input: I, options?: CallOptions) => Promise<O>) =>
    (input: I, options?: CallOptions): Promise<O> => {
      keys.push(options?.idempotencyKey);
      return send(input, options);
    };
  const { confirmPayment, cancelPayment } = provider;
  const noted = { confirmPayment: noting(confirmPayment), cancelPayment: noting(cancelPayment) };
  return { watched: { ...gateway, patienceMs: 0, provider: { ...provider, ...noted } }, keys };
}
