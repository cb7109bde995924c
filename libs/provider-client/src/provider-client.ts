import { createClient, httpSend, type Client, type Contract, type Send } from '@jeongsan/http-contract';
import { parseSecurityKey } from '@jeongsan/jwe';
import { fromMinorUnits, providerContract, temporaryErrors, toMinorUnits } from '@jeongsan/provider-contract';
import { basicAuthorization } from './basic-authorization.js';
import { bearerAuthorization } from './bearer-authorization.js';
import { repeated } from './repeated.js';
import { sealedSend } from './sealed-send.js';

export type ProviderClientOptions = Readonly<{
  baseUrl: string;
  secretKey: string;
  /** 64 hex characters each, newest first; two during a rotation. */
  securityKeys: readonly string[];
  now: () => Date;
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

const MAX_SOCKETS = 64;
const REPLY_BYTES_MAX = 32 * 1024 * 1024;
const RETRY_BASE_MS = 200;

export type ProviderClient = Client<typeof providerContract>;

/**
 * The provider's API as typed functions. Failures are CallErrors with codes and the provider's message, never a key or a body.
 * `rejected`: nothing happened. `unknown`: everything else, including PROVIDER_ERROR, which has status 400 but only says that a
 * system behind the provider failed. Amounts are minor units of their currency: 1234n for 12.34 dollars.
 */
export function createProviderClient(options: ProviderClientOptions): ProviderClient {
  return createClientFor(providerContract, options);
}

/** As createProviderClient, for a contract with other endpoints of the provider. */
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
  return createClient(contract, baseUrl.replace(/\/$/, ''), bearerAuthorization(known), {
    temporary: temporaryErrors,
    readJson: toMinorUnits,
    writeJson: fromMinorUnits,
  });
}
