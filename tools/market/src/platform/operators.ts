import { importJWK, SignJWT } from 'jose';
import type { PlatformKeys } from './keys.js';

export const OPERATOR_ISSUER = 'jeongsan-local';
export const OPERATOR_AUDIENCE = 'jeongsan';

/** One person for each role: no one approves a payout run alone, and only an auditor reads the decisions. */
export const operators = {
  operator: ['operator'],
  approver: ['approver'],
  auditor: ['auditor'],
  viewer: ['viewer'],
  admin: ['admin'],
} as const satisfies Record<string, readonly string[]>;
export type Operator = keyof typeof operators;

const ALGORITHM = 'EdDSA';
const LIFETIME = '12h';

/** The public key for operators' tokens, as the services' setting. */
export function operatorKeySet({ operatorKey: { kty, crv, x } }: PlatformKeys): { keys: object[] } {
  return { keys: [{ kty, crv, x, alg: ALGORITHM, use: 'sig', kid: 'local' }] };
}

/** A token for an operator with its roles, valid for a working day. */
export async function operatorToken(keys: PlatformKeys, who: Operator): Promise<string> {
  const key = await importJWK({ ...keys.operatorKey, alg: ALGORITHM }, ALGORITHM);
  return new SignJWT({ roles: operators[who], auth_time: Math.floor(Date.now() / 1_000) })
    .setProtectedHeader({ alg: ALGORITHM, kid: 'local', typ: 'at+jwt' })
    .setIssuer(OPERATOR_ISSUER)
    .setAudience(OPERATOR_AUDIENCE)
    .setSubject(who)
    .setIssuedAt()
    .setExpirationTime(LIFETIME)
    .sign(key);
}
