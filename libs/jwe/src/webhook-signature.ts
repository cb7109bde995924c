import { createHmac, timingSafeEqual } from 'node:crypto';
import type { SecurityKey } from './security-key.js';

// The provider sends two members during a rotation; a much longer header is not from the provider.
const SIGNATURES_MAX = 8;
const HEADER_CHARACTERS_MAX = 1024;

/**
 * The signature header of a webhook: one `v1:<base64>` per key, so that receivers can change keys at any time during a
 * rotation.
 */
export function signWebhook(
  rawBody: string | Uint8Array,
  transmissionTime: string,
  keys: readonly SecurityKey[],
): string {
  const isCountable = 0 < keys.length && keys.length <= SIGNATURES_MAX;
  if (!isCountable) throw new RangeError(`A webhook is signed with 1 to ${SIGNATURES_MAX} keys, not ${keys.length}`);
  return keys.map((key) => signature(rawBody, transmissionTime, key)).join(',');
}

/**
 * Whether one member of the signature header was made with one of the keys. Pass the bytes as received, not JSON that was
 * printed again.
 */
export function verifyWebhook(
  rawBody: string | Uint8Array,
  transmissionTime: string | undefined,
  header: string | undefined,
  keys: readonly SecurityKey[],
): boolean {
  if (transmissionTime === undefined || header === undefined || header.length > HEADER_CHARACTERS_MAX) return false;
  const members = header.split(',', SIGNATURES_MAX + 1).map((member) => Buffer.from(member.trim()));
  if (members.length > SIGNATURES_MAX) return false;
  let isGenuine = false;
  for (const key of keys) {
    const expected = Buffer.from(signature(rawBody, transmissionTime, key));
    for (const member of members) isGenuine = isSame(member, expected) || isGenuine;
  }
  return isGenuine;
}

function signature(rawBody: string | Uint8Array, transmissionTime: string, key: SecurityKey): string {
  const mac = createHmac('sha256', key.secret).update(rawBody).update(`:${transmissionTime}`);
  return `v1:${mac.digest('base64')}`;
}

const isSame = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b);
