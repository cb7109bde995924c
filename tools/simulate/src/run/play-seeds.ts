import { simulate } from '../history/simulate.js';
import { countCells } from '../oracle/cells.js';
import { addHistory, emptyTally, type Tally } from './tally.js';

/** Plays the histories of a range of seeds, one after the other. */
export async function playSeeds(first: number, count: number): Promise<Tally> {
  const tally = emptyTally();
  const stop = countCells(tally.cells);
  try {
    for (let seed = first; seed < first + count; seed += 1) addHistory(tally, await simulate(seed));
  } finally {
    stop();
  }
  return tally;
}
