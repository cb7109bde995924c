import { createHash } from 'node:crypto';

// Document 2 section 2.8: 7 to 20 characters, unchangeable, and never reusable once its seller was deleted.
const LENGTH_MIN = 7;
const LENGTH_MAX = 20;
const HASHED = /^s-[0-9a-f]{18}$/;

/**
 * What the provider knows our seller by: its own id where that fits, else a hash of it. An id that looks like a hash is hashed
 * too, so that no seller can be given the reference of another.
 */
export function refSellerIdOf(sellerId: string): string {
  const fits = sellerId.length >= LENGTH_MIN && sellerId.length <= LENGTH_MAX && !HASHED.test(sellerId);
  return fits ? sellerId : `s-${createHash('sha256').update(sellerId).digest('hex').slice(0, 18)}`;
}
