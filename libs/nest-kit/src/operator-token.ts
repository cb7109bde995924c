import { Refusal } from '@jeongsan/http-contract';
import type { JWTPayload, JWTVerifyGetKey } from 'jose';
import { z } from 'zod';
import { type Actor, personActor, personName } from './actor.js';
import type { Caller } from './caller.js';
import type { JsonWebKeySet } from './env.js';
import { roles } from './roles.js';

// Signatures only: with an HMAC algorithm the public key itself would sign.
const ALGORITHMS = ['EdDSA', 'ES256', 'RS256'];
const CLOCK_TOLERANCE_S = 5;
const KEYS_TIMEOUT_MS = 5_000;
const KEYS_AGE_MAX_MS = 10 * 60_000;

// Claims that only an ID token carries (OpenID Connect Core 1.0): it tells an application who somebody is, and opens nothing.
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

/** Where the public keys come from, and what a token must say to be meant for us. */
export type OperatorIssuer = Readonly<{
  keys: JsonWebKeySet | URL;
  issuer: string;
  audience: string;
  /** The claim that tells one human from another, whatever they log in with. */
  identityClaim: string;
  /** The claim by which this issuer marks access tokens, for one whose header does not say `at+jwt` (RFC 9068). */
  purpose?: Readonly<{ claim: string; value: string }> | undefined;
  lifetimeSecondsMax: number;
}>;
export type OperatorTokens = Readonly<{ verify: (token: string) => Promise<Caller> }>;

/**
 * Verifies operators' tokens. `verify` throws a 401 Refusal that does not say what was wrong, and 503 when the keys could not be
 * fetched: then nobody knows.
 */
export function operatorTokens(from: OperatorIssuer): OperatorTokens {
  const { keys: source, issuer, audience, purpose } = from;
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
      return callerOf(payload, from);
    },
  };
}

/** The token is at fault, rather than the way to the keys it is checked with. */
const isAboutToken = (code: string): boolean =>
  !['ERR_JOSE_GENERIC', 'ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID'].includes(code);

function callerOf(payload: JWTPayload | undefined, from: OperatorIssuer): Caller {
  const { success, data: claims } = Claims.safeParse(payload);
  // Real time, as for the token's expiry: a rehearsal's clock says nothing about when a person signed in.
  const now = Math.floor(Date.now() / 1_000);
  const actor = success && isForUs(claims, from, now) ? actorOf(claims, from.identityClaim) : null;
  if (!success || actor === null) throw new Refusal(401, 'UNAUTHENTICATED', 'The token is not valid here');
  const { roles: held, auth_time: signedInAt } = claims;
  return { actor, roles: held, ...(signedInAt !== undefined && { signedInSecondsAgo: now - signedInAt }) };
}

/** An access token, not one that only tells who somebody is; of a bounded life; and from no future. */
function isForUs(claims: Claims, { purpose, lifetimeSecondsMax }: OperatorIssuer, now: number): boolean {
  const { iat, exp, auth_time: signedInAt = iat } = claims;
  return (
    !ID_TOKEN_CLAIMS.some((name) => name in claims) &&
    (!purpose || says(claims[purpose.claim], purpose.value)) &&
    exp - iat <= lifetimeSecondsMax &&
    Math.max(iat, signedInAt) <= now + CLOCK_TOLERANCE_S
  );
}

/** A claim may hold one word, several with spaces between (as `scope`), or a list. */
const says = (claim: unknown, word: string): boolean =>
  (typeof claim === 'string' ? claim.split(' ') : Array.isArray(claim) ? claim : []).includes(word);

/** Null for names that could be mistaken: also of the credential, though another claim says whose it is. */
function actorOf(claims: Claims, identityClaim: string): Actor | null {
  const claimed = Object.hasOwn(claims, identityClaim) ? claims[identityClaim] : undefined;
  // An address that nobody has proved to own is anybody's claim to be somebody else.
  if (identityClaim === 'email' && claims['email_verified'] !== true) return null;
  if (typeof claimed !== 'string' || personName(claims.sub) === null) return null;
  return personActor(claimed);
}
