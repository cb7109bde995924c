import { drawsFrom } from '@jeongsan/random';

/** Random choices that a seed repeats. */
export class Random {
  /** At least 0 and below 1. */
  readonly next: () => number;

  constructor(seed: number) {
    this.next = drawsFrom(seed);
  }

  /** A whole number from `least` to `most`, both included. */
  int(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(list: readonly T[]): T {
    const found = list[Math.floor(this.next() * list.length)];
    if (list.length === 0) throw new Error('There is nothing to pick from');
    return found as T;
  }
}
