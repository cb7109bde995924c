import {
  CallError,
  type ClientOptions,
  type Contract,
  createClient,
  eachItem,
  type Endpoint,
  isPaged,
  type Page,
  type Send,
  takesIdempotencyKey,
} from '@jeongsan/http-contract';
import type { CallOptions, Lists, Operations } from './operations.js';

type Settings = Readonly<{
  send: Send;
  newIdempotencyKey: () => string;
  traceIdOf: NonNullable<ClientOptions['traceIdOf']>;
}>;
type Call = (input?: object, options?: CallOptions) => Promise<unknown>;

const keys = new WeakMap<CallError, string>();

/**
 * The Idempotency-Key with which a failed call was sent. A repeat with this key gets the first answer, if there was one.
 * Undefined: the endpoint takes no key.
 */
export const idempotencyKeyOf = (error: CallError): string | undefined => keys.get(error);

/** The functions of a contract at an address, and its lists as iterators. */
export function callsOf<C extends Contract>(
  contract: C,
  address: string,
  { send, newIdempotencyKey, traceIdOf }: Settings,
): Operations<C> & { readonly all: Lists<C> } {
  const client = createClient<Contract>(contract, address, send, { traceIdOf });
  const calls = Object.entries(contract).flatMap(([name, e]) => {
    const call = client[name] as Call | undefined;
    return call ? [{ name, e, call: withKey(e, call, newIdempotencyKey) }] : [];
  });
  const lists = calls.filter(({ e }) => isPaged(e)).map(({ name, e, call }) => [name, listOf(e, call)] as const);
  const made: unknown = {
    ...Object.fromEntries(calls.map(({ name, call }) => [name, call])),
    all: Object.fromEntries(lists),
  };
  return made as Operations<C> & { readonly all: Lists<C> };
}

const listOf = (e: Endpoint, call: Call) => (input?: object, options?: CallOptions) =>
  eachItem(e, (part) => call(part, options) as Promise<Page<unknown>>, input);

/** A call that sends an Idempotency-Key where the endpoint takes one. */
function withKey(e: Endpoint, call: Call, newIdempotencyKey: () => string): Call {
  if (!takesIdempotencyKey(e)) return call;
  return async (input, options) => {
    const idempotencyKey = options?.idempotencyKey ?? newIdempotencyKey();
    try {
      return await call(input, { ...options, idempotencyKey });
    } catch (error) {
      if (error instanceof CallError) keys.set(error, idempotencyKey);
      throw error;
    }
  };
}
