import { createHash, createHmac } from 'node:crypto';
import { Refused } from '../api/refused.js';
import type { Sql } from '../database/sql.js';
import type { Env } from '../env.js';
import { randomText } from '../ids.js';

/**
 * A customer's tokens. Their text is derived from the seed and a secret key, so it can be returned again without being
 * stored.
 */
export type Tokens = Readonly<{ seed: string; accessToken: string; refreshToken: string }>;
/** The customer that an access token belongs to. */
export type TokenHolder = Readonly<{ id: bigint; customerKey: string; isTest: boolean }>;

/** Seconds for which an access token is valid: thirty days (document 2 section 2.2). */
export const TOKEN_SECONDS = 2_592_000;
const SEED_CHARACTERS = 32;

export const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** New tokens from a new random seed. */
export const newTokens = ({ SECRET_KEYS: [key] }: Env): Tokens =>
  tokensOf(key?.secretKey ?? '', randomText(SEED_CHARACTERS));

/** The present tokens of a customer; undefined if the secret key they were derived from is no longer configured. */
export function knownTokens(
  { SECRET_KEYS }: Env,
  { tokenSeed, accessTokenHash }: Readonly<{ tokenSeed: string; accessTokenHash: Buffer | null }>,
): Tokens | undefined {
  return SECRET_KEYS.map(({ secretKey }) => tokensOf(secretKey, tokenSeed)).find(
    ({ accessToken }) => accessTokenHash !== null && hashOf(accessToken).equals(accessTokenHash),
  );
}

function tokensOf(secretKey: string, seed: string): Tokens {
  const derived = (purpose: string) => createHmac('sha256', secretKey).update(`${purpose}:${seed}`).digest('base64url');
  return { seed, accessToken: derived('wallet access token'), refreshToken: derived('wallet refresh token') };
}

/** The customer that a token belongs to. Throws Refused for an unknown or expired token. */
export async function holderOf(sql: Sql, accessToken: string, now: Date): Promise<TokenHolder> {
  const [found] = await sql.rows<TokenHolder & { expiresAt: Date }>(
    `select id, customer_key as "customerKey", is_test as "isTest", token_expires_at as "expiresAt"
     from wallet_customer where access_token_hash = $1`,
    [hashOf(accessToken)],
  );
  if (!found) throw new Refused('INVALID_ACCESS_TOKEN');
  if (found.expiresAt <= now) throw new Refused('EXPIRED_ACCESS_TOKEN');
  return found;
}
