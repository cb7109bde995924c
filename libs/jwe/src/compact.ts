import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto';
import { JweError } from './jwe-error.js';
import { decodeStrictly } from './protected-header.js';

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** A compact token in parts. The header stays encoded: the authentication tag covers the encoded form. */
export type Token = Readonly<{ header: string; iv: Buffer; ciphertext: Buffer; tag: Buffer }>;

/**
 * Encrypts with an encoded header. `dir`: the shared key itself encrypts, so the token's second part (an encrypted key) is
 * empty.
 */
export function encrypt(header: string, plain: string | Uint8Array, key: KeyObject): string {
  // The IV: 96 random bits per message. A repeated IV under one key would reveal both texts.
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  cipher.setAAD(Buffer.from(header));
  const ciphertext = Buffer.concat([cipher.update(plain), cipher.final()]);
  return [header, '', encode(iv), encode(ciphertext), encode(cipher.getAuthTag())].join('.');
}

export function split(jwe: string): Token {
  const parts = jwe.split('.', 6);
  if (parts.length !== 5) throw new JweError('malformed', 'A token has five parts');
  const [header, encryptedKey, iv, ciphertext, tag] = parts as [string, string, string, string, string];
  // With `dir` the second part must be empty: a token may not bring a key of its own.
  if (encryptedKey !== '') throw new JweError('malformed', 'The encrypted key must be empty');
  const token = { header, iv: decodeStrictly(iv), ciphertext: decodeStrictly(ciphertext), tag: decodeStrictly(tag) };
  if (token.iv.length !== IV_BYTES) throw new JweError('malformed', `The iv has ${IV_BYTES} bytes`);
  // The length is checked here: GCM in Node accepts tags of 4 bytes, which can be guessed.
  if (token.tag.length !== TAG_BYTES) throw new JweError('malformed', `The tag has ${TAG_BYTES} bytes`);
  return token;
}

export function decrypt(token: Token, keys: readonly KeyObject[]): Buffer {
  for (const key of keys) {
    const decipher = createDecipheriv('aes-256-gcm', key, token.iv, { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(token.header));
    decipher.setAuthTag(token.tag);
    const plain = decipher.update(token.ciphertext);
    try {
      // `final` checks the tag: `plain` must not be used before `final` has returned.
      decipher.final();
      return plain;
    } catch {
      // Try the next key.
    }
  }
  throw new JweError('key', 'No key opens the token: it was changed on the way, or sealed with another key');
}

export const encode = (bytes: Buffer): string => bytes.toString('base64url');
