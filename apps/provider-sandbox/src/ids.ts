import { randomFillSync, randomInt } from 'node:crypto';

const CROCKFORD = '0123456789abcdefghjkmnpqrstvwxyz';
const ALPHANUMERIC = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** An id as the provider makes them: prefix, `a`, and 26 characters that sort by the millisecond they were made in. */
export const timedId = (prefix: string, now: Date): string => `${prefix}_a${ulid(now)}`;

/** `length` random characters from a cryptographic source. */
export const randomText = (length: number): string =>
  Array.from({ length }, () => ALPHANUMERIC[randomInt(ALPHANUMERIC.length)]).join('');

export const randomDigits = (length: number): string => Array.from({ length }, () => String(randomInt(10))).join('');

function ulid(now: Date): string {
  let time = now.getTime();
  let text = '';
  for (let i = 0; i < 10; i += 1) {
    text = `${CROCKFORD[time % 32]}${text}`;
    time = Math.floor(time / 32);
  }
  for (const byte of randomBytes(16)) text += CROCKFORD[byte % 32];
  return text;
}

const pool = new Uint8Array(4096);
let used = pool.length;
/** Random bytes from a pool, each used once: asking the system for a few bytes costs as much as for many. */
function randomBytes(count: number): Uint8Array {
  if (used + count > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += count;
  return pool.subarray(used - count, used);
}
