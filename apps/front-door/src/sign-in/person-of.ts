import type { Person } from '../keep-sessions/session.js';

type Claims = Readonly<Record<string, unknown>>;

/**
 * The person of an answer of the issuer, for the eye only: the services verify the access token, the door does not. Roles come
 * from the access token where it can be read, as the services read them there.
 */
export function personOf(accessToken: string, idClaims: Claims | undefined): Person {
  const claims = idClaims ?? {};
  const subject = textIn(claims['sub']) ?? '';
  const signedInAt = claims['auth_time'];
  return {
    subject,
    name: textIn(claims['name']) ?? textIn(claims['preferred_username']) ?? subject,
    roles: rolesIn(claimsOf(accessToken)) ?? rolesIn(claims) ?? [],
    signedInAt: typeof signedInAt === 'number' ? signedInAt * 1_000 : null,
  };
}

function claimsOf(token: string): Claims {
  try {
    const payload = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString();
    const claims: unknown = JSON.parse(payload);
    return typeof claims === 'object' && claims !== null ? (claims as Claims) : {};
  } catch {
    // An opaque token, or an encrypted one.
    return {};
  }
}

const textIn = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

const rolesIn = ({ roles }: Claims): string[] | undefined =>
  Array.isArray(roles) ? roles.filter((role) => typeof role === 'string') : undefined;
