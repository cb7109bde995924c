import {
  CallError,
  type ClientOptions,
  type Contract,
  createClient,
  eachItem,
  type Endpoint,
  isPaged,
  listPartOf,
  type Page,
  type Send,
  takesIdempotencyKey,
} from '@jeongsan/http-contract';
import type { CallOptions, CsvLists, Lists, Operations } from './operations.js';
import { csvOf, type Open, watched } from './streams.js';

type Settings = Readonly<{
  send: Send;
  open: Open;
  newIdempotencyKey: () => string;
  traceIdOf: NonNullable<ClientOptions['traceIdOf']>;
}>;
/** The functions of a contract. `all` and `csv` have its lists again: item by item, and as CSV. */
export type WithLists<C extends Contract> = Operations<C> & {
  readonly all: Lists<C>;
  readonly csv: CsvLists<C>;
};

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
  { send, open, newIdempotencyKey, traceIdOf }: Settings,
): WithLists<C> {
  const client = createClient<Contract>(contract, address, send, { traceIdOf });
  const calls = Object.entries(contract).flatMap(([name, e]) => {
    const call = client[name] as Call | undefined;
    return call ? [{ name, e, call: withKey(e, call, newIdempotencyKey) }] : [];
  });
  const lists = calls.filter(({ e }) => isPaged(e)).map(({ name, e, call }) => [name, listOf(e, call)] as const);
  const streamed = (isOne: (e: Endpoint) => boolean, read: typeof csvOf) =>
    Object.entries(contract).flatMap(([name, e]) =>
      isOne(e)
        ? [[name, (input?: object, options?: CallOptions) => read(e, open, address, { input, options })] as const]
        : [],
    );
  const made: unknown = {
    ...Object.fromEntries(calls.map(({ name, call }) => [name, call])),
    ...Object.fromEntries(streamed((e) => e.answersEvents === true, watched)),
    all: Object.fromEntries(lists),
    csv: Object.fromEntries(streamed((e) => listPartOf(e) !== undefined, csvOf)),
  };
  return made as WithLists<C>;
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
