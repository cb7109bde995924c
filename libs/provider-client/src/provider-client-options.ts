import type { Send } from '@jeongsan/http-contract';
import type { ApiVersion } from '@jeongsan/provider-contract';
import type { OnExchange } from './observed.js';
import type { ClientWarning } from './api-version-check.js';

export type ProviderClientOptions = Readonly<{
  baseUrl: string;
  secretKey: string;
  /**
   * 64 hex characters each, newest first; two during a rotation. Only encrypted calls (sellers, payouts) need one: without a
   * key they are `rejected` as NO_SECURITY_KEY.
   */
  securityKeys?: readonly string[];
  /** Headers of every call, for example `accept-language`. */
  headers?: Readonly<Record<string, string>>;
  /** Default: the time of the machine. */
  now?: () => Date;
  /**
   * The oldest API version that the program accepts from its key. Default: MINIMUM_API_VERSION. An older answer is read
   * without the members that came later, and reported once to `onWarning`.
   */
  minimumApiVersion?: ApiVersion;
  /** Receives faults that fail no call. Default: a process warning (stderr). */
  onWarning?: (warning: ClientWarning) => void;
  /** Receives each exchange with the provider after its end, for metrics. */
  onExchange?: OnExchange;
  /** The most connections; further requests wait. */
  maxSockets?: number;
  /** Replaces the network, in tests. */
  send?: Send;
  /**
   * How often a POST with an Idempotency-Key is retried after no reply, a 5xx, a 429, or while the first request is still
   * running. Default: 0. Reads are tried three times in all.
   */
  retries?: number;
  /** Random numbers for the jitter of retries. */
  random?: () => number;
  retryBaseMs?: number;
}>;
