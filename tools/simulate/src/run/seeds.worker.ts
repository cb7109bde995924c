import { parentPort } from 'node:worker_threads';
import { playSeeds } from './play-seeds.js';

export type Row = Readonly<{ first: number; count: number }>;

// No stack traces: histories throw many expected errors, and capturing their stacks costs a tenth of the time.
Error.stackTraceLimit = 0;

parentPort?.on('message', ({ first, count }: Row) => {
  void playSeeds(first, count).then((tally) => parentPort?.postMessage(tally));
});
