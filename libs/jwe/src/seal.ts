import { randomUUID } from 'node:crypto';
import { encode, encrypt } from './compact.js';
import { headerTime } from './header-time.js';
import { ALG, ENC } from './protected-header.js';
import type { SecurityKey } from './security-key.js';

export type SealOptions = Readonly<{ now: () => Date; randomUuid?: () => string }>;

/**
 * Encrypts a text for the holder of the key as a compact JWE, with the four header members the provider requires.
 * Built on node:crypto, whose cipher is a dozen times faster than a trip through WebCrypto; jose opens the same bytes in the spec.
 */
export async function seal(text: string, key: SecurityKey, options: SealOptions): Promise<string> {
  const nonce = (options.randomUuid ?? randomUUID)();
  const header = encode(Buffer.from(JSON.stringify({ alg: ALG, enc: ENC, iat: headerTime(options.now()), nonce })));
  return encrypt(header, text, key.secret);
}
