import { createClient, httpSend, type Client, type Contract, type Send } from '@jeongsan/http-contract';
import { parseSecurityKey } from '@jeongsan/jwe';
import { providerContract, temporaryErrors } from '@jeongsan/provider-contract';
import { basicAuthorization } from './basic-authorization.js';
import { bearerAuthorization } from './bearer-authorization.js';
import { repeated } from './repeated.js';
import { sealedSend } from './sealed-send.js';

export type ProviderClientOptions = Readonly<{
  baseUrl: string;
  secretKey: string;
  /** 64 hex characters each, newest first; two while they rotate. */
  securityKeys: readonly string[];
  now: () => Date;
  /** Connections kept at most; requests beyond wait. */
  maxSockets?: number;
  /** Replaces the network, in tests. */
  send?: Send;
  /**
   * How often a POST that carries an idempotency key is tried again after no reply, a 5xx, a 429, or because the first request is still
   * in process. None unless asked for; reads are tried three times in all.
   */
  retries?: number;
  /** For the jitter of repeated requests. */
  random?: () => number;
  retryBaseMs?: number;
}>;

const MAX_SOCKETS = 64;
const REPLY_BYTES_MAX = 32 * 1024 * 1024;
const RETRY_BASE_MS = 200;

export type ProviderClient = Client<typeof providerContract>;

/**
 * The provider as typed functions. Failures are CallErrors; they carry codes and the provider's message, never a key or a body.
 * `rejected` is a definite no. `unknown` is everything else, PROVIDER_ERROR included: its status is 400, and yet it only says that
 * something behind the provider failed.
 */
export function createProviderClient(options: ProviderClientOptions): ProviderClient {
  return createClientFor(providerContract, options);
}

/** The same over another contract, for endpoints outside the provider's main one. */
export function createClientFor<C extends Contract>(contract: C, options: ProviderClientOptions): Client<C> {
  const {
    baseUrl,
    secretKey,
    securityKeys,
    now,
    maxSockets = MAX_SOCKETS,
    retries = 0,
    random = Math.random,
    retryBaseMs = RETRY_BASE_MS,
  } = options;
  const [newest, ...older] = securityKeys.map(parseSecurityKey);
  if (!newest) throw new Error('The provider client needs a security key');
  const network = options.send ?? httpSend({ maxSockets, maxReplyBytes: REPLY_BYTES_MAX });
  const sealed = sealedSend(network, { keys: [newest, ...older], now });
  const known = repeated(basicAuthorization(sealed, secretKey), { retries, random, baseMs: retryBaseMs });
  return createClient(contract, baseUrl.replace(/\/$/, ''), bearerAuthorization(known), { temporary: temporaryErrors });
}
