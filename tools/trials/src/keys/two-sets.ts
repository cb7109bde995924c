import { createHash, randomBytes } from 'node:crypto';
import type { AppName, PlatformKeys } from '@jeongsan/market';
import { exportJWK, generateKeyPair, importJWK, SignJWT, type JWK } from 'jose';

/** Keys of every kind that takes the place of another one. */
export type NewKeys = Readonly<{
  dataKey: string;
  securityKey: string;
  proofKey: string;
  sellerKey: string;
  marketApiKey: string;
  operatorKey: JWK;
}>;

const ALGORITHM = 'EdDSA';
const NEW_KID = 'next';
const hex = (bytes: number): string => randomBytes(bytes).toString('hex');

export async function newKeys(): Promise<NewKeys> {
  const { privateKey } = await generateKeyPair(ALGORITHM, { crv: 'Ed25519', extractable: true });
  return {
    dataKey: hex(32),
    securityKey: hex(32),
    proofKey: hex(32),
    sellerKey: hex(32),
    marketApiKey: `test_sk_${hex(24)}`,
    operatorKey: await exportJWK(privateKey),
  };
}

/** A token of the new issuer's key, as the old one's are. */
export async function newToken({ operatorKey }: NewKeys, who: string): Promise<string> {
  return new SignJWT({ roles: ['operator'] })
    .setProtectedHeader({ alg: ALGORITHM, kid: NEW_KID, typ: 'at+jwt' })
    .setIssuer('jeongsan-local')
    .setAudience('jeongsan')
    .setSubject(who)
    .setIssuedAt()
    .setExpirationTime('12h')
    .sign(await importJWK({ ...operatorKey, alg: ALGORITHM }, ALGORITHM));
}

const entryOf = (id: string, key: string) => ({
  id,
  sha256: createHash('sha256').update(key).digest('hex'),
  roles: ['market'],
});
const publicOf = ({ kty, crv, x }: JWK, kid: string) => ({ kty, crv, x, alg: ALGORITHM, use: 'sig', kid });

type Variables = Readonly<Record<string, string>>;
/** The settings of one app at one step of the rotation. */
type Step = (app: AppName) => Variables;

/** The rotation in the steps that operators take: each is a restart of every service with other settings. */
export function stepsOf(old: PlatformKeys, next: NewKeys): Readonly<Record<'known' | 'first' | 'alone', Step>> {
  const callers = { old: entryOf('market', old.marketApiKey), next: entryOf('market-next', next.marketApiKey) };
  const issuers = { old: publicOf(old.operatorKey, 'local'), next: publicOf(next.operatorKey, NEW_KID) };
  const list = (...keys: string[]): string => keys.join(',');
  const who = (keys: object[], jwks: object[]): Variables => ({
    API_KEYS: JSON.stringify(keys),
    OPERATOR_JWKS: JSON.stringify({ keys: jwks }),
  });
  const both = who([callers.old, callers.next], [issuers.old, issuers.next]);
  return {
    // Whoever opens knows the new key before anybody seals with it: the provider answers with its newest.
    known: () => ({
      ...both,
      DATA_KEYS: list(old.dataKey, next.dataKey),
      PROVIDER_SECURITY_KEYS: list(old.securityKey, next.securityKey),
    }),
    first: (app) =>
      app === 'provider-sandbox'
        ? { SECURITY_KEYS: list(next.securityKey, old.securityKey) }
        : {
            DATA_KEYS: list(next.dataKey, old.dataKey),
            PROVIDER_SECURITY_KEYS: list(next.securityKey, old.securityKey),
            PROOF_SIGNING_KEY: list(next.proofKey, old.proofKey),
            SELLER_SESSION_KEY: list(next.sellerKey, old.sellerKey),
          },
    alone: () => ({
      ...who([callers.next], [issuers.next]),
      DATA_KEYS: next.dataKey,
      PROVIDER_SECURITY_KEYS: next.securityKey,
      SELLER_SESSION_KEY: next.sellerKey,
    }),
  };
}
