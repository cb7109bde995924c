/** Seeded random numbers. Integer and basic arithmetic only, so that a seed gives the same sequence on every machine. */
export type Random = Readonly<{
  /** At least 0 and below 1. */
  fraction: () => number;
  /** Both ends included. */
  integer: (min: number, max: number) => number;
  chance: (probability: number) => boolean;
  pick: <T>(choices: readonly T[]) => T;
  shuffle: <T>(items: readonly T[]) => T[];
  /** A random stream of its own by name, so that a change in one part of a simulation leaves the other parts unchanged. */
  fork: (name: string) => Random;
}>;

export function seededRandom(seed: string): Random {
  const fraction = drawsFrom(hash(seed));
  const integer = (min: number, max: number) => min + Math.floor(fraction() * (max - min + 1));
  return {
    fraction,
    integer,
    chance: (probability) => fraction() < probability,
    pick: <T>(choices: readonly T[]) => choices[integer(0, choices.length - 1)] as T,
    shuffle: <T>(items: readonly T[]) => {
      const shuffled = [...items];
      for (let last = shuffled.length - 1; last > 0; last -= 1) {
        const other = integer(0, last);
        [shuffled[last], shuffled[other]] = [shuffled[other] as T, shuffled[last] as T];
      }
      return shuffled;
    },
    fork: (name) => seededRandom(`${seed}/${name}`),
  };
}

/** Draws an item with a probability in proportion to its weight. Sums are computed once; a draw is a binary search. */
export function weighted<T>(items: readonly (readonly [item: T, weight: number])[]): (random: Random) => T {
  const bounds: number[] = [];
  let total = 0;
  for (const [, weight] of items) bounds.push((total += weight));
  return (random) => {
    const target = random.fraction() * total;
    let low = 0;
    let high = bounds.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((bounds[middle] ?? 0) > target) high = middle;
      else low = middle + 1;
    }
    return (items[low] as readonly [T, number])[0];
  };
}

/**
 * A random share of an amount, from `min` to `max` thousandths, at least one won. Not rounded to round numbers, so mostly an
 * odd number of won.
 */
export function shareOf(amount: bigint, min: number, max: number, random: Random): bigint {
  const share = (amount * BigInt(random.integer(min, max))) / 1000n;
  return share > 0n ? share : 1n;
}

/** Random numbers, at least 0 and below 1; equal seeds give equal sequences. Tommy Ettinger's mulberry32: 32 bits of state. */
export function drawsFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** FNV-1a over UTF-16 code units. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  return value >>> 0;
}
