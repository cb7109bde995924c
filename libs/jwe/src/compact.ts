import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto';
import { JweError } from './jwe-error.js';
import { decodeStrictly } from './protected-header.js';

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** A compact token taken apart: the header still encoded, because it is what the tag covers. */
export type Token = Readonly<{ header: string; iv: Buffer; ciphertext: Buffer; tag: Buffer }>;

/** Encrypts under an encoded header. `dir`: the key itself encrypts, and the token's second part stays empty. */
export function encrypt(header: string, plain: string | Uint8Array, key: KeyObject): string {
  // 96 random bits for every message, never derived from anything: a repeat under one key would reveal both texts.
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
  // With `dir` there is nothing to unwrap; a key in the token would be somebody else's idea.
  if (encryptedKey !== '') throw new JweError('malformed', 'The encrypted key must be empty');
  const token = { header, iv: decodeStrictly(iv), ciphertext: decodeStrictly(ciphertext), tag: decodeStrictly(tag) };
  if (token.iv.length !== IV_BYTES) throw new JweError('malformed', `The iv has ${IV_BYTES} bytes`);
  // GCM itself would check a tag of 4 bytes, which can be guessed.
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
      // Nothing of `plain` may be looked at before this has not thrown.
      decipher.final();
      return plain;
    } catch {
      // Another key may fit.
    }
  }
  throw new JweError('key', 'No key opens the token: it was changed on the way, or sealed with another key');
}

export const encode = (bytes: Buffer): string => bytes.toString('base64url');
