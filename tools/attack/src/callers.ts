import type { Platform } from '@jeongsan/market';
import { SellerSessions } from '@jeongsan/nest-kit';
import { importJWK, SignJWT } from 'jose';

export type CallerName =
  | 'nobody'
  | 'an unknown key'
  | 'a revoked key'
  | 'an expired token'
  | "the market's key"
  | 'a viewer named as the key'
  | 'a viewer'
  | 'an operator'
  | 'an approver'
  | 'an auditor'
  | 'an admin'
  | "a seller's link";

const ALGORITHM = 'EdDSA';
/** The id of the market's key: names of keys and of people are told apart, whatever they are. */
export const KEY_ID = 'market';
/** A key that services refuse only because it is revoked. */
export const REVOKED_KEY = `market_${'1'.repeat(48)}`;

const LINK_MINUTES = 60;

/** What each caller presents; nothing where there is nothing. `sellerId`: whose page the link opens. */
export async function credentialsOf(
  { keys }: Platform,
  sellerId = 'nobody',
): Promise<Readonly<Record<CallerName, string | undefined>>> {
  const links = new SellerSessions([keys.sellerKey]);
  const person = async (subject: string, role: string, expires: string = '1h'): Promise<string> =>
    new SignJWT({ roles: [role], auth_time: Math.floor(Date.now() / 1_000) })
      .setProtectedHeader({ alg: ALGORITHM, kid: 'local', typ: 'at+jwt' })
      .setIssuer('jeongsan-local')
      .setAudience('jeongsan')
      .setSubject(subject)
      .setIssuedAt()
      .setExpirationTime(expires)
      .sign(await importJWK({ ...keys.operatorKey, alg: ALGORITHM }, ALGORITHM));
  return {
    nobody: undefined,
    'an unknown key': `market_${'0'.repeat(48)}`,
    'a revoked key': REVOKED_KEY,
    'an expired token': await person('root', 'admin', '1 minute ago'),
    "the market's key": keys.marketApiKey,
    'a viewer named as the key': await person(KEY_ID, 'viewer'),
    'a viewer': await person('v', 'viewer'),
    'an operator': await person('o', 'operator'),
    'an approver': await person('a', 'approver'),
    'an auditor': await person('au', 'auditor'),
    'an admin': await person('root', 'admin'),
    "a seller's link": (await links.issue({ sellerId, displayName: null }, LINK_MINUTES)).token,
  };
}

export const bearer = (credential: string | undefined): Record<string, string> =>
  credential === undefined ? {} : { authorization: `Bearer ${credential}` };
