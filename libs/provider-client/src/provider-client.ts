import { createClient, httpSend, type Client, type Contract, type Send } from '@jeongsan/http-contract';
import { parseSecurityKey } from '@jeongsan/jwe';
import { providerContract } from '@jeongsan/provider-contract';
import { basicAuthorization } from './basic-authorization.js';
import { bearerAuthorization } from './bearer-authorization.js';
import { retriedReads } from './retried-reads.js';
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
  /** For the jitter of repeated reads. */
  random?: () => number;
  retryBaseMs?: number;
}>;

const MAX_SOCKETS = 64;
const REPLY_BYTES_MAX = 32 * 1024 * 1024;
const RETRY_BASE_MS = 200;

export type ProviderClient = Client<typeof providerContract>;

/** The provider as typed functions. Failures are CallErrors; they carry codes and the provider's message, never a key. */
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
    random = Math.random,
    retryBaseMs = RETRY_BASE_MS,
  } = options;
  const [newest, ...older] = securityKeys.map(parseSecurityKey);
  if (!newest) throw new Error('The provider client needs a security key');
  const network = options.send ?? httpSend({ maxSockets, maxReplyBytes: REPLY_BYTES_MAX });
  const sealed = sealedSend(network, { keys: [newest, ...older], now });
  const repeated = retriedReads(basicAuthorization(sealed, secretKey), { random, baseMs: retryBaseMs });
  const send = bearerAuthorization(repeated);
  return createClient(contract, baseUrl.replace(/\/$/, ''), send);
}
