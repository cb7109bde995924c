import { setTimeout as sleep } from 'node:timers/promises';

/** What a load did: how much, in what time, and how long each operation took. */
export type Load = Readonly<{ operations: number; seconds: number; latenciesMs: Float64Array }>;

/** When a closed loop ends: after a time, or after a number of operations. */
export type LoadSize = Readonly<{ seconds: number } | { operations: number }>;

/** Keeps `lanes` operations under way, each lane starting its next as its last ends: tells capacity. */
export async function closedLoop(lanes: number, size: LoadSize, operate: () => Promise<void>): Promise<Load> {
  const start = performance.now();
  const deadline = 'seconds' in size ? start + size.seconds * 1_000 : Number.POSITIVE_INFINITY;
  let left = 'operations' in size ? size.operations : Number.POSITIVE_INFINITY;
  const latenciesMs: number[] = [];
  const run = async (): Promise<void> => {
    for (let begun = performance.now(); begun < deadline && left > 0; begun = performance.now()) {
      left -= 1;
      await operate();
      latenciesMs.push(performance.now() - begun);
    }
  };
  await Promise.all(Array.from({ length: lanes }, run));
  return loadOf(latenciesMs, start);
}

/** The finest that timers are. */
const TICK_MS = 1;

/**
 * Starts operations at a fixed rate whether or not earlier ones have ended, and counts each from when it was due: tells latency.
 * An operation waits for a free lane; that wait is part of what its sender sees.
 */
export async function openLoop(
  lanes: number,
  ratePerSecond: number,
  seconds: number,
  operate: () => Promise<void>,
): Promise<Load> {
  const start = performance.now();
  const total = Math.floor(ratePerSecond * seconds);
  const dueAt = (index: number): number => start + (index * 1_000) / ratePerSecond;
  const latenciesMs: number[] = [];
  let next = 0;
  /** Works off whatever is due, then ends: the clock below starts it again. */
  const run = async (): Promise<void> => {
    for (let due = dueAt(next); next < total && due <= performance.now(); due = dueAt(next)) {
      next += 1;
      await operate();
      latenciesMs.push(performance.now() - due);
    }
  };
  const underWay = new Set<Promise<void>>();
  while (next < total) {
    while (underWay.size < lanes && dueAt(next) <= performance.now() && next < total) {
      const lane = run().finally(() => underWay.delete(lane));
      underWay.add(lane);
    }
    await Promise.race([sleep(TICK_MS), ...(underWay.size >= lanes ? underWay : [])]);
  }
  await Promise.all(underWay);
  return loadOf(latenciesMs, start);
}

const loadOf = (latenciesMs: readonly number[], start: number): Load => ({
  operations: latenciesMs.length,
  seconds: (performance.now() - start) / 1_000,
  latenciesMs: Float64Array.from(latenciesMs).sort(),
});
