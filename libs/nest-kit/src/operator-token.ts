import { Refusal } from '@jeongsan/http-contract';
import type { JWTVerifyGetKey } from 'jose';
import { z } from 'zod';
import type { Caller } from './caller.js';
import type { JsonWebKeySet } from './env.js';
import { roles } from './roles.js';

// Signatures only: with an HMAC algorithm the public key itself would sign.
const ALGORITHMS = ['EdDSA', 'ES256', 'RS256'];
const CLOCK_TOLERANCE_S = 5;
const Claims = z.object({ sub: z.string().min(1).max(200), roles: z.array(z.enum(roles)).min(1) });

export type OperatorTokens = Readonly<{ verify: (token: string) => Promise<Caller> }>;

/** Verifies operators' tokens against a fixed key set. `verify` throws a 401 Refusal that does not say what was wrong. */
export function operatorTokens(jwks: JsonWebKeySet, issuer: string): OperatorTokens {
  let keys: JWTVerifyGetKey | undefined;
  return {
    verify: async (token) => {
      // Loaded with the first token: an app that only machines call never needs it.
      const { createLocalJWKSet, jwtVerify } = await import('jose');
      keys ??= createLocalJWKSet(jwks);
      const rules = {
        issuer,
        algorithms: ALGORITHMS,
        requiredClaims: ['exp', 'sub'],
        clockTolerance: CLOCK_TOLERANCE_S,
      };
      const verified = await jwtVerify(token, keys, rules).catch(() => undefined);
      const claims = Claims.safeParse(verified?.payload);
      if (!claims.success) throw new Refusal(401, 'UNAUTHENTICATED', 'The token is not valid here');
      return { id: claims.data.sub, roles: claims.data.roles, kind: 'operator' };
    },
  };
}
