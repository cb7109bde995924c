import { createHash } from 'node:crypto';

// Document 2 section 2.8: a reference has 7 to 20 characters, cannot be changed, and cannot be used again after its
// seller was deleted.
const LENGTH_MIN = 7;
const LENGTH_MAX = 20;
const HASHED = /^s-[0-9a-f]{18}$/;

/**
 * The reference of a seller at the provider: our seller id if it fits, otherwise a hash of it. A seller id that looks
 * like a hash is hashed too, so that no two sellers can have the same reference.
 */
export function refSellerIdOf(sellerId: string): string {
  const fits = sellerId.length >= LENGTH_MIN && sellerId.length <= LENGTH_MAX && !HASHED.test(sellerId);
  return fits ? sellerId : `s-${createHash('sha256').update(sellerId).digest('hex').slice(0, 18)}`;
}
