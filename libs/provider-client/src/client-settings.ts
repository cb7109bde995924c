import { checkedBaseUrl } from '@jeongsan/http-contract';
import { parseSecurityKey, type SecurityKey } from '@jeongsan/jwe';
import { apiVersions } from '@jeongsan/provider-contract';
import type { ProviderClientOptions } from './provider-client-options.js';

/**
 * The options of a client, checked. Throws TypeErrors that name the option and the form that it needs, and never repeat a key.
 */
export function checkedSettings({
  baseUrl,
  secretKey,
  securityKeys = [],
  headers = {},
  minimumApiVersion,
}: ProviderClientOptions): Readonly<{ baseUrl: string; keys: readonly SecurityKey[] }> {
  checkSecretKey(secretKey);
  if (Object.keys(headers).some((name) => name.toLowerCase() === 'idempotency-key'))
    throw new TypeError('headers: an Idempotency-Key belongs to one call, as its option idempotencyKey');
  if (minimumApiVersion !== undefined && !apiVersions.includes(minimumApiVersion))
    throw new TypeError(`minimumApiVersion: is none of ${apiVersions.join(', ')}`);
  return { baseUrl: checkedBaseUrl(baseUrl, 'https://api.tosspayments.com'), keys: checkedSecurityKeys(securityKeys) };
}

/** Throws TypeError with the place of a key that is not 64 hex characters. */
export function checkedSecurityKeys(keys: readonly string[]): readonly SecurityKey[] {
  if (!Array.isArray(keys)) throw new TypeError('securityKeys: needs a list of keys');
  return keys.map(checkedSecurityKey);
}

function checkSecretKey(secretKey: unknown): void {
  if (typeof secretKey !== 'string' || secretKey === '') throw new TypeError('secretKey: is missing');
  // A line break or a byte order mark from a file of settings would make every call fail as UNAUTHORIZED_KEY.
  if (!/^[\x21-\x7e]+$/.test(secretKey))
    throw new TypeError('secretKey: has spaces or other characters that no key has');
  if (/^(test|live)_g?ck_/.test(secretKey))
    throw new TypeError('secretKey: is a client key, which is for browsers; secret keys have sk in their name');
}

function checkedSecurityKey(key: unknown, index: number): SecurityKey {
  try {
    return parseSecurityKey(String(key));
  } catch {
    throw new TypeError(`securityKeys[${index}]: needs the 64 hex characters of a security key`);
  }
}
