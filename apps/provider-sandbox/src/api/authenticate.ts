import type { Caller } from './caller.js';
import { timingSafeEqual } from 'node:crypto';
import type { Endpoint } from '@jeongsan/http-contract';
import { type ApiKey, keyDigest } from '../env.js';
import { holderOf } from '../wallet/tokens.js';
import type { World } from '../world.js';
import { Refused } from './refused.js';

/**
 * Reads the Authorization header in the form that the endpoint requires. Checks a secret key at once; `withCustomer`
 * checks a token.
 */
export function authenticateFor(
  { security }: Endpoint,
  authorization: string | undefined,
  apiKeys: readonly ApiKey[],
): Caller {
  if (security !== 'bearer') return authenticate(authorization, apiKeys);
  const [, credential] = /^Bearer +([A-Za-z0-9._~+/-]+=*)$/i.exec(authorization ?? '') ?? [];
  // ASSUMED: a bearer call without a token, or with the secret key, is answered like one with a wrong token.
  if (credential === undefined) throw new Refused('INVALID_ACCESS_TOKEN');
  return { credential, isTest: false };
}

/** The caller of a bearer endpoint with its customer. Throws Refused for a token that belongs to no customer. */
export async function withCustomer({ security }: Endpoint, caller: Caller, world: World): Promise<Caller> {
  if (security !== 'bearer') return caller;
  const customer = await holderOf(world.database, caller.credential, world.clock.now());
  return { ...caller, isTest: customer.isTest, customer };
}

const accepted = new WeakMap<readonly ApiKey[], Map<string, Caller>>();
/** Bound on the cache of accepted headers; there are fewer keys than this, but many spellings of one header. */
const ACCEPTED_MAX = 1_000;

/** Checks `Authorization: Basic base64("<secret key>:")`. Throws Refused. */
export function authenticate(authorization: string | undefined, apiKeys: readonly ApiKey[]): Caller {
  const known = accepted.get(apiKeys) ?? new Map<string, Caller>();
  accepted.set(apiKeys, known);
  const header = authorization ?? '';
  const before = known.get(header);
  // Accepted headers are cached, because keys do not change while the process runs. All others are compared by digest.
  if (before) return before;
  const caller = checked(authorization, apiKeys);
  if (known.size < ACCEPTED_MAX) known.set(header, caller);
  return caller;
}

/** The decoded text of a Basic Authorization header, `user:password`; undefined for any other header. */
function credentialOf(authorization: string | undefined): string | undefined {
  const [, encoded] = /^Basic +([A-Za-z0-9+/_-]+=*)$/i.exec(authorization ?? '') ?? [];
  return encoded === undefined ? undefined : Buffer.from(encoded, 'base64').toString();
}

/** The user of a Basic Authorization header, which is the secret key; not checked. */
export const userOf = (authorization: string | undefined): string | undefined =>
  credentialOf(authorization)?.split(':', 1)[0];

function checked(authorization: string | undefined, apiKeys: readonly ApiKey[]): Caller {
  const credential = credentialOf(authorization);
  if (credential === undefined) throw new Refused('UNAUTHORIZED_KEY');
  const colon = credential.indexOf(':');
  if (colon < 0) throw new Refused('INCORRECT_BASIC_AUTH_FORMAT');
  const user = credential.slice(0, colon);
  // ASSUMED: a client key in the place of the secret key gets another error code than an unknown key.
  if (/^(test|live)_g?ck_/.test(user)) throw new Refused('INVALID_API_KEY');
  const presented = keyDigest(user);
  // All digests have the same length, so the comparison takes the same time for every key.
  const [known] = apiKeys.filter(({ digest }) => timingSafeEqual(digest, presented));
  const hasPassword = colon < credential.length - 1;
  if (!known || hasPassword) throw new Refused('UNAUTHORIZED_KEY');
  return { credential: user, isTest: user.startsWith('test_'), version: known.version };
}
