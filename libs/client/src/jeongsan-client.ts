import { checkedBaseUrl, type Contract, type Fetch, fetchSend, type WireReply } from '@jeongsan/http-contract';
import { API_PREFIX, operationsContract, type Service, serviceNames, services } from '@jeongsan/platform-contract';
import type { JeongsanContract } from './contract.js';
import { authorized, type Credential, isCredential } from './authorized.js';
import { callsOf, type WithLists } from './calls.js';
import type { InputOf, Operations } from './operations.js';
import { opener } from './streams.js';

export type JeongsanClientOptions = Readonly<{
  /** Address of the front door, without a path of the API: https://jeongsan.example. */
  baseUrl: string;
  /** The API key of a program or the token of a person, or a function that returns the valid one. It is asked for each call. */
  credential: Credential;
  /** Default: the platform's own. */
  fetch?: Fetch;
  /** Makes the Idempotency-Key of a POST for which the caller gives none. Default: a random UUID. */
  newIdempotencyKey?: () => string;
  /** Largest answer in bytes. A longer one leaves the outcome unknown. Default: 32 MiB. */
  replyBytesMax?: number;
}>;

const REPLY_BYTES_MAX = 32 * 1024 * 1024;

const contract: JeongsanContract = {
  ...services['payments-gateway'],
  ...services['webhook-ingestor'],
  ...services['settlement-reconciler'],
  ...services['payout-scheduler'],
  ...services['seller-onboarding'],
};

/**
 * The API as typed functions. `all` has the lists again, each as an iterator over the items of all pages, `csv` has them as CSV.
 * `services` has the endpoints that every service has for itself: backlog and dead jobs.
 */
export type JeongsanClient = WithLists<JeongsanContract> & {
  readonly services: Readonly<Record<Service, WithLists<typeof operationsContract>>>;
};

export type OperationName = keyof Operations<JeongsanContract>;
/** What an operation takes: its params, query and body. */
export type OperationInput<N extends OperationName> = InputOf<JeongsanContract[N]>;
/** What an operation answers. */
export type OperationOutput<N extends OperationName> = Awaited<ReturnType<Operations<JeongsanContract>[N]>>;

/** Throws TypeError for an unusable address or credential. */
export function createJeongsanClient({
  baseUrl,
  credential,
  fetch = (url, init) => globalThis.fetch(url, init),
  newIdempotencyKey = () => globalThis.crypto.randomUUID(),
  replyBytesMax = REPLY_BYTES_MAX,
}: JeongsanClientOptions): JeongsanClient {
  if (typeof credential !== 'function' && !isCredential(credential))
    throw new TypeError('credential: needs a key or a token, without spaces and line breaks');
  const api = `${checkedBaseUrl(baseUrl, 'https://jeongsan.example')}${API_PREFIX}`;
  const send = authorized(fetchSend({ fetch, maxReplyBytes: replyBytesMax }), credential);
  const open = opener({ fetch, credential, traceIdOf });
  const client = <C extends Contract>(own: C, address: string): WithLists<C> =>
    callsOf(own, address, { send, open, newIdempotencyKey, traceIdOf });
  const ofServices = serviceNames.map((name) => [name, client(operationsContract, `${api}/${name}`)]);
  return {
    ...client(contract, api),
    services: Object.fromEntries(ofServices) as JeongsanClient['services'],
  };
}

const traceIdOf = ({ headers }: Pick<WireReply, 'headers'>): string | undefined => headers['x-trace-id'];
