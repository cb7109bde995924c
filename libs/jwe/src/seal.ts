import { createCipheriv, randomBytes, randomUUID } from 'node:crypto';
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
  // 96 random bits for every message, never derived from the nonce: a repeat under one key would reveal both texts.
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key.secret, iv, { authTagLength: 16 });
  cipher.setAAD(Buffer.from(header, 'ascii'));
  const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return [header, '', encode(iv), encode(ciphertext), encode(cipher.getAuthTag())].join('.');
}

const encode = (bytes: Buffer): string => bytes.toString('base64url');
