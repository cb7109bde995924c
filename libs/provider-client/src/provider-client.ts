import { createClient, type Client, type Contract } from '@jeongsan/http-contract';
import { httpSend } from '@jeongsan/http-contract/node';
import { clientContract, fromMinorUnits, temporaryErrors, toMinorUnits } from '@jeongsan/provider-contract';
import { apiVersionCheck, emitWarning, MINIMUM_API_VERSION } from './api-version-check.js';
import { basicAuthorization } from './basic-authorization.js';
import { bearerAuthorization } from './bearer-authorization.js';
import { checkedSettings } from './client-settings.js';
import { observed } from './observed.js';
import type { ProviderClientOptions } from './provider-client-options.js';
import { repeated } from './repeated.js';
import { sealedSend } from './sealed-send.js';
import { providerTraceId } from './trace-id.js';

const MAX_SOCKETS = 64;
const REPLY_BYTES_MAX = 32 * 1024 * 1024;
const RETRY_BASE_MS = 200;

export type ProviderClient = Client<typeof clientContract>;

/**
 * The provider's API as typed functions. Failures are CallErrors with codes and the provider's message, never a key or a body.
 * `rejected`: nothing happened. `unknown`: everything else, including PROVIDER_ERROR, which has status 400 but only says that a
 * system behind the provider failed. Amounts are minor units of their currency: 1234n for 12.34 dollars.
 */
export function createProviderClient(options: ProviderClientOptions): ProviderClient {
  return createClientFor(clientContract, options);
}

/**
 * As createProviderClient, for a contract with other endpoints of the provider. Throws TypeErrors that name the unusable option.
 */
export function createClientFor<C extends Contract>(contract: C, options: ProviderClientOptions): Client<C> {
  const { baseUrl, keys } = checkedSettings(options);
  const {
    secretKey,
    headers = {},
    now = () => new Date(),
    minimumApiVersion: minimum = MINIMUM_API_VERSION,
    onWarning = emitWarning,
    maxSockets = MAX_SOCKETS,
    retries = 0,
    random = Math.random,
    retryBaseMs = RETRY_BASE_MS,
  } = options;
  const network = options.send ?? httpSend({ maxSockets, maxReplyBytes: REPLY_BYTES_MAX });
  const { onExchange } = options;
  const seen = onExchange ? observed(network, onExchange) : network;
  const sealed = sealedSend(seen, { keys, now });
  const known = repeated(basicAuthorization(sealed, secretKey), { retries, random, baseMs: retryBaseMs });
  return createClient(contract, baseUrl, bearerAuthorization(known), {
    temporary: temporaryErrors,
    readJson: toMinorUnits,
    writeJson: fromMinorUnits,
    headers,
    traceIdOf: providerTraceId,
    onJson: apiVersionCheck({ minimum, onWarning }),
  });
}
