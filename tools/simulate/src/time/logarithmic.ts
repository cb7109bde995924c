import type { Random } from '@jeongsan/random';

/** From milliseconds to days: each power of two between the two as likely as the next. */
export const logarithmic = (random: Random, fromBits: number, toBits: number): number =>
  Math.floor(2 ** (fromBits + random.fraction() * (toBits - fromBits)));
