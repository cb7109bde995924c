import type { ApiVersion } from '@jeongsan/provider-contract';
import { createHash, timingSafeEqual } from 'node:crypto';
import type { ApiKey } from '../env.js';
import { Refused } from './refused.js';

/**
 * Who calls: the secret key itself is part of an idempotent request's identity; test keys may ask for errors; a key can have an API
 * version of its own.
 */
export type Caller = Readonly<{ secretKey: string; isTest: boolean; version?: ApiVersion | undefined }>;

/** Checks `Authorization: Basic base64("<secret key>:")`. Throws Refused. */
export function authenticate(authorization: string | undefined, apiKeys: readonly ApiKey[]): Caller {
  const [, encoded] = /^Basic +([A-Za-z0-9+/_-]+=*)$/i.exec(authorization ?? '') ?? [];
  if (encoded === undefined) throw new Refused('UNAUTHORIZED_KEY');
  const credential = Buffer.from(encoded, 'base64').toString();
  const colon = credential.indexOf(':');
  if (colon < 0) throw new Refused('INCORRECT_BASIC_AUTH_FORMAT');
  const user = credential.slice(0, colon);
  // ASSUMED: a client key in the place of the secret key is told apart from an unknown key.
  if (/^(test|live)_g?ck_/.test(user)) throw new Refused('INVALID_API_KEY');
  const [known] = apiKeys.filter(({ secretKey }) => isSame(secretKey, user));
  const hasPassword = colon < credential.length - 1;
  if (!known || hasPassword) throw new Refused('UNAUTHORIZED_KEY');
  return { secretKey: user, isTest: user.startsWith('test_'), version: known.version };
}

// Digests have one length, so that the comparison takes the same time for every key.
const isSame = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b));
const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
