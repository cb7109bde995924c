import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { Caller, Callers, IdempotencyStore } from '@jeongsan/nest-kit';
import type { ProviderAccount, ProviderAccounts } from '@jeongsan/provider-client';
import { SECURITY_MODE_HEADER, TEST_CODE_HEADER } from '@jeongsan/provider-contract';
import type { Gateway } from '../gateway.js';
import type { Forward, Incoming, Outgoing } from './forward.js';
import type { DropInOperation } from '@jeongsan/platform-contract';

/** What the drop-in needs beside the gateway's own verbs. */
export type DropIn = Readonly<{
  gateway: Gateway;
  callers: Callers;
  forward: Forward;
  /** The market's accounts at the provider: the key of the account that serves an operation replaces the caller's key. */
  accounts: ProviderAccounts;
  /** Remembers the Idempotency-Keys of requests that charge. */
  repeats: IdempotencyStore;
  /** Whether a payment of an order that is not registered is refused, or booked to the account of unallocated money. */
  unregisteredOrders: 'refuse' | 'unallocated';
}>;

/** A request at one of the provider's paths, after its caller is known. */
export type Arrived = Readonly<{
  operation: DropInOperation;
  url: string;
  params: Readonly<Record<string, string>>;
  headers: IncomingHttpHeaders;
  /** The bytes, or the unread stream of a form with files. */
  body: Buffer | Readable;
  /** Absent: an operation of a wallet's customer, whose token only the provider knows. */
  caller?: Caller;
}>;

/** An answer at one of the provider's paths. */
export type Answer = Incoming;

const TIMEOUT_DEFAULT_MS = 30_000;

/** Headers that are part of the provider's API, or of tracing. Nothing else of the caller reaches the provider. */
const FORWARDED = [
  ...['content-type', 'accept', 'accept-language', 'idempotency-key', TEST_CODE_HEADER, SECURITY_MODE_HEADER],
  ...['traceparent', 'tracestate', 'x-request-id'],
];

/** The request in the form in which it goes to the provider: the caller's bytes under the account's key. */
export function outgoing(
  { secretKey }: Pick<ProviderAccount, 'secretKey'>,
  { operation, url, headers, body }: Arrived,
): Outgoing {
  const { method, timeoutMs = TIMEOUT_DEFAULT_MS, security } = operation.endpoint;
  const isStream = !Buffer.isBuffer(body);
  const names = isStream ? [...FORWARDED, 'content-length'] : FORWARDED;
  // A customer's token is known to the provider only, so that call keeps its own Authorization header.
  const authorization =
    security === 'bearer' ? headers.authorization : `Basic ${Buffer.from(`${secretKey}:`).toString('base64')}`;
  return {
    method,
    operation: `${method} ${operation.endpoint.path}`,
    url,
    timeoutMs,
    headers: { ...headersOf(headers, names), ...(authorization && { authorization }) },
    ...(method !== 'GET' && { body }),
  };
}

/** Those of the headers that have one value. */
export const headersOf = (headers: IncomingHttpHeaders, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = headers[name];
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  );
