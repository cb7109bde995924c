import { Refusal } from '@jeongsan/http-contract';
import type { JWTPayload, JWTVerifyGetKey } from 'jose';
import { z } from 'zod';
import { type Actor, personActor, personName } from './actor.js';
import type { Caller } from './caller.js';
import type { JsonWebKeySet } from './env.js';
import { roles } from './roles.js';
import { tokenName } from './token-name.js';

// Public-key signatures only: with an HMAC algorithm, the public key would be the signing secret.
const ALGORITHMS = ['EdDSA', 'ES256', 'RS256'];
const CLOCK_TOLERANCE_S = 5;
const KEYS_TIMEOUT_MS = 5_000;
const KEYS_AGE_MAX_MS = 10 * 60_000;

// Claims that only an ID token has (OpenID Connect Core 1.0). An ID token identifies a person to a client; it does not grant
// access.
const ID_TOKEN_CLAIMS = ['nonce', 'at_hash', 'c_hash', 's_hash'];

const Claims = z.looseObject({
  sub: z.string().min(1),
  iat: z.number(),
  exp: z.number(),
  roles: z.array(z.enum(roles)).min(1),
  /** OpenID Connect Core 1.0 section 2: when the person authenticated, in seconds since 1970. */
  auth_time: z.number().int().min(0).optional(),
});
type Claims = z.output<typeof Claims>;

/** The source of the public keys, and the values that a token must have for this platform. */
export type OperatorIssuer = Readonly<{
  keys: JsonWebKeySet | URL;
  issuer: string;
  audience: string;
  /** The claim that identifies a human, whatever account the human signs in with. */
  identityClaim: string;
  /** The claim that marks access tokens of this issuer, where the token's header does not have `typ: at+jwt` (RFC 9068). */
  purpose?: Readonly<{ claim: string; value: string }> | undefined;
  lifetimeSecondsMax: number;
}>;
export type OperatorTokens = Readonly<{ verify: (token: string) => Promise<Caller> }>;

/**
 * Verifies operator tokens. `verify` throws Refusal 401 for an invalid token, without the reason, and 503 when the public keys
 * cannot be fetched, since the token may be valid.
 */
export function operatorTokens(from: OperatorIssuer): OperatorTokens {
  const { keys: source, issuer, audience, purpose } = from;
  let keys: JWTVerifyGetKey | undefined;
  return {
    verify: async (token) => {
      // Imported with the first token: an app that is called only by machines never loads this package.
      const { createLocalJWKSet, createRemoteJWKSet, errors, jwtVerify } = await import('jose');
      keys ??=
        source instanceof URL
          ? createRemoteJWKSet(source, { timeoutDuration: KEYS_TIMEOUT_MS, cacheMaxAge: KEYS_AGE_MAX_MS })
          : createLocalJWKSet(source);
      const rules = {
        issuer,
        audience,
        ...(!purpose && { typ: 'at+jwt' }),
        algorithms: ALGORITHMS,
        requiredClaims: ['exp', 'iat', 'sub', ...(purpose ? [purpose.claim] : [])],
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
      return callerOf(token, payload, from);
    },
  };
}

/** Whether a verification error is a fault of the token, not of fetching the public keys. */
const isAboutToken = (code: string): boolean =>
  !['ERR_JOSE_GENERIC', 'ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID'].includes(code);

function callerOf(token: string, payload: JWTPayload | undefined, from: OperatorIssuer): Caller {
  const { success, data: claims } = Claims.safeParse(payload);
  // Real time, as for the token's expiry: the clock of a rehearsal does not apply to sign-ins.
  const now = Math.floor(Date.now() / 1_000);
  const actor = success && isForUs(claims, from, now) ? actorOf(claims, from.identityClaim) : null;
  if (!success || actor === null) throw new Refusal(401, 'UNAUTHENTICATED', 'The token is not valid here');
  const { roles: held, auth_time: signedInAt } = claims;
  const credential = tokenName(from.issuer, claims, token);
  return { actor, credential, roles: held, ...(signedInAt !== undefined && { signedInSecondsAgo: now - signedInAt }) };
}

/**
 * Whether a token grants access here: not an ID token, marked as an access token, not too long-lived, not issued in the future.
 */
function isForUs(claims: Claims, { purpose, lifetimeSecondsMax }: OperatorIssuer, now: number): boolean {
  const { iat, exp, auth_time: signedInAt = iat } = claims;
  return (
    !ID_TOKEN_CLAIMS.some((name) => name in claims) &&
    (!purpose || says(claims[purpose.claim], purpose.value)) &&
    exp - iat <= lifetimeSecondsMax &&
    Math.max(iat, signedInAt) <= now + CLOCK_TOLERANCE_S
  );
}

/** A claim may be one word, several words separated by spaces (as `scope`), or a list. */
const says = (claim: unknown, word: string): boolean =>
  (typeof claim === 'string' ? claim.split(' ') : Array.isArray(claim) ? claim : []).includes(word);

/** The actor of the token; null: `sub` or the identity claim is a name that personName refuses. */
function actorOf(claims: Claims, identityClaim: string): Actor | null {
  const claimed = Object.hasOwn(claims, identityClaim) ? claims[identityClaim] : undefined;
  // An unverified e-mail address could be the address of another person.
  if (identityClaim === 'email' && claims['email_verified'] !== true) return null;
  if (typeof claimed !== 'string' || personName(claims.sub) === null) return null;
  return personActor(claimed);
}
