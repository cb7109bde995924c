import { parentPort } from 'node:worker_threads';
import { playSeeds } from './play-seeds.js';

export type Row = Readonly<{ first: number; count: number }>;

// Refusals and lost answers are the daily bread of a history: nobody reads their stacks, and taking them costs a tenth of the time.
Error.stackTraceLimit = 0;

parentPort?.on('message', ({ first, count }: Row) => {
  void playSeeds(first, count).then((tally) => parentPort?.postMessage(tally));
});
