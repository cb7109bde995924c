import { inflateRawSync } from 'node:zlib';
import { decrypt, split } from './compact.js';
import { JweError } from './jwe-error.js';
import { type OpenedHeader, readHeader } from './protected-header.js';
import type { SecurityKey } from './security-key.js';

const TEXT_BYTES_MAX = 1024 * 1024;
// Bytes of a token besides its text: a header of at most 4096 characters, IV, tag and dots.
const FRAME_CHARACTERS_MAX = 4096 + 64;

export type OpenOptions = Readonly<{
  /**
   * Accept `zip: DEF`, which some clients of the provider send. Default: false, since a few compressed bytes may inflate to
   * very many.
   */
  acceptCompressed?: boolean;
  /** The most bytes of the text, after inflating. Default: 1 MiB. */
  maxBytes?: number;
  /** Refuse a token without a valid `iat` and a `nonce`, as the provider does. */
  requireHeaderTimes?: boolean;
}>;

export type Opened = Readonly<{ text: string; header: OpenedHeader }>;

/**
 * Decrypts a compact JWE with the first key that fits: during a rotation two keys are valid. Throws JweError for every failure.
 */
export async function open(jwe: string, keys: readonly SecurityKey[], options: OpenOptions = {}): Promise<Opened> {
  const { acceptCompressed = false, maxBytes = TEXT_BYTES_MAX, requireHeaderTimes = false } = options;
  if (jwe.length > (maxBytes * 4) / 3 + FRAME_CHARACTERS_MAX) throw new JweError('too-large', 'The token is too large');
  const token = split(jwe);
  const { header, isCompressed } = readHeader(token.header, { acceptCompressed, requireHeaderTimes });
  const plain = decrypt(
    token,
    keys.map(({ secret }) => secret),
  );
  const bytes = isCompressed ? inflate(plain, maxBytes) : plain;
  if (bytes.length > maxBytes) throw new JweError('too-large', 'The text is too large');
  return { text: decodeText(bytes), header };
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
