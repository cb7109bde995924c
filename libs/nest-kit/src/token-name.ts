import { hash } from 'node:crypto';
import type { JWTPayload } from 'jose';

const READABLE = /^[\x21-\x7e]{1,200}$/;

/**
 * The name of a token for records: its issuer, and its id (`jti`, RFC 7519) or the id of its session (`sid`). A token with
 * neither is named by the SHA-256 of its text, from which the token cannot be computed.
 */
export function tokenName(issuer: string, { jti, sid }: JWTPayload, token: string): string {
  const id = [jti, sid].find((claim): claim is string => typeof claim === 'string' && READABLE.test(claim));
  return `${issuer}#${id ?? `sha256:${hash('sha256', token)}`}`;
}
