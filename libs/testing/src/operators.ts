import type { Role } from '@jeongsan/nest-kit';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';

const ISSUER = 'https://id.market.example';
const AUDIENCE = 'jeongsan';

/** The issuer of operator tokens in a test: the settings for a service, and tokens of people who have just signed in. */
export type Operators = Readonly<{
  env: Readonly<Record<'OPERATOR_JWKS' | 'OPERATOR_ISSUER' | 'OPERATOR_AUDIENCE', string>>;
  /** `claims` are added to the defaults; undefined removes a claim. */
  token: (person: string, roles: readonly Role[], claims?: Readonly<Record<string, unknown>>) => Promise<string>;
}>;

export async function testOperators(): Promise<Operators> {
  const pair = await generateKeyPair('ES256');
  const OPERATOR_JWKS = JSON.stringify({ keys: [await exportJWK(pair.publicKey)] });
  return {
    env: { OPERATOR_JWKS, OPERATOR_ISSUER: ISSUER, OPERATOR_AUDIENCE: AUDIENCE },
    token: (person, roles, claims = {}) => {
      const now = Math.floor(Date.now() / 1_000);
      const said = { iss: ISSUER, aud: AUDIENCE, sub: person, iat: now, exp: now + 3_600, auth_time: now, roles };
      return new SignJWT({ ...said, ...claims })
        .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt' })
        .sign(pair.privateKey);
    },
  };
}
