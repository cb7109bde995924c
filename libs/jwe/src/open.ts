import { createDecipheriv } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import { JweError } from './jwe-error.js';
import { decodeStrictly, type OpenedHeader, readHeader } from './protected-header.js';
import type { SecurityKey } from './security-key.js';

const IV_BYTES = 12;
const TAG_BYTES = 16;
const TEXT_BYTES_MAX = 1024 * 1024;
// Room for everything in a token that is not its text: a header of 4096 characters, iv, tag and dots.
const FRAME_CHARACTERS_MAX = 4096 + 64;

export type OpenOptions = Readonly<{
  /** Some clients of the provider send `zip: DEF`. Off by default: a few bytes may inflate to a great many. */
  acceptCompressed?: boolean;
  /** The largest text, after inflating; 1 MiB by default. */
  maxBytes?: number;
  /** Refuse a token without a valid `iat` and a `nonce`, as the provider does. */
  requireHeaderTimes?: boolean;
}>;

export type Opened = Readonly<{ text: string; header: OpenedHeader }>;

/** Opens a compact JWE with whichever key sealed it: two are valid while keys rotate. Every failure is a JweError. */
export async function open(jwe: string, keys: readonly SecurityKey[], options: OpenOptions = {}): Promise<Opened> {
  const { acceptCompressed = false, maxBytes = TEXT_BYTES_MAX, requireHeaderTimes = false } = options;
  if (jwe.length > (maxBytes * 4) / 3 + FRAME_CHARACTERS_MAX) throw new JweError('too-large', 'The token is too large');
  const token = split(jwe);
  const { header, isCompressed } = readHeader(token.header, { acceptCompressed, requireHeaderTimes });
  const plain = decrypt(token, keys);
  const bytes = isCompressed ? inflate(plain, maxBytes) : plain;
  if (bytes.length > maxBytes) throw new JweError('too-large', 'The text is too large');
  return { text: decodeText(bytes), header };
}

type Token = Readonly<{ header: string; iv: Buffer; ciphertext: Buffer; tag: Buffer }>;

function split(jwe: string): Token {
  const parts = jwe.split('.', 6);
  const [header, encryptedKey, iv, ciphertext, tag] = parts;
  const hasAllParts = header && iv && ciphertext !== undefined && tag && parts.length === 5;
  if (!hasAllParts) throw new JweError('malformed', 'A token has five parts');
  // With `dir` there is nothing to unwrap; a key in the token would be somebody else's idea.
  if (encryptedKey !== '') throw new JweError('malformed', 'The encrypted key must be empty');
  const token = { header, iv: decodeStrictly(iv), ciphertext: decodeStrictly(ciphertext), tag: decodeStrictly(tag) };
  if (token.iv.length !== IV_BYTES) throw new JweError('malformed', `The iv has ${IV_BYTES} bytes`);
  // GCM itself would check a tag of 4 bytes, which can be guessed.
  if (token.tag.length !== TAG_BYTES) throw new JweError('malformed', `The tag has ${TAG_BYTES} bytes`);
  return token;
}

function decrypt(token: Token, keys: readonly SecurityKey[]): Buffer {
  for (const key of keys) {
    const decipher = createDecipheriv('aes-256-gcm', key.secret, token.iv, { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(token.header, 'ascii'));
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

function inflate(compressed: Buffer, maxBytes: number): Buffer {
  try {
    return inflateRawSync(compressed, { maxOutputLength: maxBytes });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') {
      throw new JweError('too-large', 'The text is too large once inflated');
    }
    throw new JweError('malformed', 'The text does not inflate');
  }
}

function decodeText(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new JweError('malformed', 'The text is not UTF-8');
  }
}
