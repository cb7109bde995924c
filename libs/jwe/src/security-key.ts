import { createSecretKey, type KeyObject } from 'node:crypto';

/** The key shared with the provider, wrapped so that neither a log nor JSON can print it. */
export type SecurityKey = Readonly<{ secret: KeyObject }>;

/** Reads the security key in the form of the provider's console: 64 hex characters for 32 bytes. */
export function parseSecurityKey(hex: string): SecurityKey {
  // The message must not repeat the text: a key with one wrong character is still a secret.
  if (!/^[0-9a-f]{64}$/i.test(hex)) throw new Error('A security key is 64 hex characters; this text is not');
  return { secret: createSecretKey(hex, 'hex') };
}
