import type { Random } from '@jeongsan/random';

/** A random time from milliseconds to days: each power of two between the bounds has the same probability. */
export const logarithmic = (random: Random, fromBits: number, toBits: number): number =>
  Math.floor(2 ** (fromBits + random.fraction() * (toBits - fromBits)));
