import { people, type PersonId } from '@jeongsan/local-issuer';
import { importJWK, SignJWT } from 'jose';
import type { PlatformKeys } from './keys.js';

export const OPERATOR_ISSUER = 'jeongsan-local';
export const OPERATOR_AUDIENCE = 'jeongsan';

/** The people who can sign in at the console's local issuer, and whose tokens are in the shell's file. */
export type Operator = PersonId;

const ALGORITHM = 'EdDSA';
const LIFETIME = '12h';

/** The public key for operators' tokens, as the services' setting. */
export function operatorKeySet({ operatorKey: { kty, crv, x } }: PlatformKeys): { keys: object[] } {
  return { keys: [{ kty, crv, x, alg: ALGORITHM, use: 'sig', kid: 'local' }] };
}

/** A token for an operator with its roles, valid for a working day. */
export async function operatorToken(keys: PlatformKeys, who: Operator): Promise<string> {
  const key = await importJWK({ ...keys.operatorKey, alg: ALGORITHM }, ALGORITHM);
  return new SignJWT({ roles: people[who].roles, auth_time: Math.floor(Date.now() / 1_000) })
    .setProtectedHeader({ alg: ALGORITHM, kid: 'local', typ: 'at+jwt' })
    .setIssuer(OPERATOR_ISSUER)
    .setAudience(OPERATOR_AUDIENCE)
    .setSubject(who)
    .setIssuedAt()
    .setExpirationTime(LIFETIME)
    .sign(key);
}
