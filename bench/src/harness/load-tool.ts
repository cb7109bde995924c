import type { Options } from './options.js';
import type { Side } from './rounds.js';
import { median } from './statistics.js';

const ROUNDS = 3;

/** What the load tool can do at all, against a side that does nothing; ends the side. */
export async function rateOfLoadTool(side: Side, { warmSeconds }: Pick<Options, 'warmSeconds'>): Promise<number> {
  try {
    await side.load(warmSeconds);
    const rates: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const { operations, seconds } = await side.load(1);
      rates.push(operations / seconds);
    }
    return median(rates);
  } finally {
    await side.stop();
  }
}
