import { Worker } from 'node:worker_threads';
import type { Row } from './seeds.worker.js';
import { addTally, emptyTally, type Tally } from './tally.js';

const ROW = 500;

/** Plays histories on several threads, and adds up the results in the order of seeds. Rejects when a thread fails. */
export async function playInThreads(first: number, count: number, threads: number): Promise<Tally> {
  const rows: Row[] = [];
  for (let at = first; at < first + count; at += ROW)
    rows.push({ first: at, count: Math.min(ROW, first + count - at) });
  const played: Tally[] = [];
  let next = 0;
  const isOver = () => next >= rows.length;
  await Promise.all(
    Array.from({ length: Math.min(threads, rows.length) }, () =>
      withWorker(async (play) => {
        while (!isOver()) {
          const index = next;
          next += 1;
          played[index] = await play(rows[index] as Row);
        }
      }),
    ),
  );
  const total = emptyTally();
  for (const tally of played) addTally(total, tally);
  return total;
}

async function withWorker(use: (play: (row: Row) => Promise<Tally>) => Promise<void>): Promise<void> {
  const worker = new Worker(new URL('./seeds.worker.js', import.meta.url));
  const play = (row: Row): Promise<Tally> =>
    new Promise((resolve, reject) => {
      const broken = (cause: unknown) => reject(new Error(`The thread of seeds ${row.first}… ended: ${String(cause)}`));
      worker.once('error', broken);
      worker.once('exit', broken);
      worker.once('message', (tally: Tally) => {
        worker.removeListener('error', broken);
        worker.removeListener('exit', broken);
        resolve(tally);
      });
      worker.postMessage(row);
    });
  try {
    await use(play);
  } finally {
    await worker.terminate();
  }
}
