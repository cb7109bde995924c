import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';

/** The DER prefix of an Ed25519 private key (RFC 8410): 32 bytes of seed follow. */
const PRIVATE_KEY_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

/** A public key as it is published: a JWK of RFC 8037. */
export type PublicKey = Readonly<{ kty: 'OKP'; crv: 'Ed25519'; x: string; kid: string; use: 'sig'; alg: 'EdDSA' }>;
export type SigningKey = Readonly<{ keyId: string; publicKey: PublicKey; sign: (bytes: Buffer) => string }>;

/** A signing key from its seed: 32 bytes as 64 hex characters. */
export function signingKey(seed: string): SigningKey {
  const key = createPrivateKey({
    key: Buffer.concat([PRIVATE_KEY_PREFIX, Buffer.from(seed, 'hex')]),
    format: 'der',
    type: 'pkcs8',
  });
  const { x = '' } = createPublicKey(key).export({ format: 'jwk' });
  const keyId = thumbprint(x);
  return {
    keyId,
    publicKey: { kty: 'OKP', crv: 'Ed25519', x, kid: keyId, use: 'sig', alg: 'EdDSA' },
    sign: (bytes) => sign(null, bytes, key).toString('base64url'),
  };
}

/** The thumbprint of RFC 7638: a key's id follows from the key, so no other key can take its name. */
const thumbprint = (x: string): string =>
  createHash('sha256').update(`{"crv":"Ed25519","kty":"OKP","x":"${x}"}`).digest('base64url');

/** Whether the signature of the bytes is that key's. Ids that do not follow from the key are refused, and so is what is no key. */
export function isSigned(bytes: Buffer, signature: string, { x, kid }: Pick<PublicKey, 'x' | 'kid'>): boolean {
  if (thumbprint(x) !== kid) return false;
  const key = keyOf(x);
  return key !== null && verify(null, bytes, key, Buffer.from(signature, 'base64url'));
}

function keyOf(x: string): KeyObject | null {
  try {
    return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  } catch {
    return null;
  }
}
