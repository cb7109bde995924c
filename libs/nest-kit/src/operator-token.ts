import { Refusal } from '@jeongsan/http-contract';
import type { JWTPayload, JWTVerifyGetKey } from 'jose';
import { z } from 'zod';
import type { Caller } from './caller.js';
import type { JsonWebKeySet } from './env.js';
import { roles } from './roles.js';

// Signatures only: with an HMAC algorithm the public key itself would sign.
const ALGORITHMS = ['EdDSA', 'ES256', 'RS256'];
const CLOCK_TOLERANCE_S = 5;
const KEYS_TIMEOUT_MS = 5_000;
const KEYS_AGE_MAX_MS = 10 * 60_000;

const Claims = z.object({
  sub: z.string().min(1).max(200),
  roles: z.array(z.enum(roles)).min(1),
  /** OpenID Connect Core 1.0 section 2: when the person authenticated, in seconds since 1970. */
  auth_time: z.number().int().min(0).optional(),
});

/** Where the public keys come from, and what a token must say to be meant for us. */
export type OperatorIssuer = Readonly<{
  keys: JsonWebKeySet | URL;
  issuer: string;
  audience?: string | undefined;
}>;
export type OperatorTokens = Readonly<{ verify: (token: string) => Promise<Caller> }>;

/**
 * Verifies operators' tokens. `verify` throws a 401 Refusal that does not say what was wrong, and 503 when the keys could not be
 * fetched: then nobody knows.
 */
export function operatorTokens({ keys: source, issuer, audience }: OperatorIssuer): OperatorTokens {
  let keys: JWTVerifyGetKey | undefined;
  return {
    verify: async (token) => {
      // Loaded with the first token: an app that only machines call never needs it.
      const { createLocalJWKSet, createRemoteJWKSet, errors, jwtVerify } = await import('jose');
      keys ??=
        source instanceof URL
          ? createRemoteJWKSet(source, { timeoutDuration: KEYS_TIMEOUT_MS, cacheMaxAge: KEYS_AGE_MAX_MS })
          : createLocalJWKSet(source);
      const rules = {
        issuer,
        ...(audience !== undefined && { audience }),
        algorithms: ALGORITHMS,
        requiredClaims: ['exp', 'sub'],
        clockTolerance: CLOCK_TOLERANCE_S,
      };
      const payload = await jwtVerify(token, keys, rules).then(
        (verified) => verified.payload,
        (error: unknown) => {
          if (source instanceof URL && !(error instanceof errors.JOSEError && isAboutToken(error.code))) {
            throw new Refusal(
              503,
              'OPERATOR_KEYS_UNAVAILABLE',
              'The keys of operators cannot be read: try again later',
            );
          }
          return undefined;
        },
      );
      return callerOf(payload);
    },
  };
}

/** The token is at fault, rather than the way to the keys it is checked with. */
const isAboutToken = (code: string): boolean =>
  !['ERR_JOSE_GENERIC', 'ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID'].includes(code);

function callerOf(payload: JWTPayload | undefined): Caller {
  const claims = Claims.safeParse(payload);
  if (!claims.success) throw new Refusal(401, 'UNAUTHENTICATED', 'The token is not valid here');
  const { sub: id, roles: held, auth_time: signedInAt } = claims.data;
  if (signedInAt === undefined) return { id, roles: held, kind: 'operator' };
  // Real time, as for the token's expiry: a rehearsal's clock says nothing about when a person signed in.
  const signedInSecondsAgo = Math.floor(Date.now() / 1_000) - signedInAt;
  if (signedInSecondsAgo < -CLOCK_TOLERANCE_S) throw new Refusal(401, 'UNAUTHENTICATED', 'The token is not valid here');
  return { id, roles: held, kind: 'operator', signedInSecondsAgo };
}
