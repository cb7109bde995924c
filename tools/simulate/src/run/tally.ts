import { createHash } from 'node:crypto';
import type { FaultKind } from '../history/faults.js';
import type { History } from '../history/simulate.js';
import type { Cells } from '../oracle/cells.js';

export type Failure = Readonly<{ seed: number; message: string }>;

/** The sums over a range of histories. Plain data, sent between threads. */
export type Tally = {
  histories: number;
  operations: number;
  operationsMin: number;
  faults: number;
  faultsMin: number;
  calmMsMax: number;
  readonly byKind: Map<FaultKind, number>;
  readonly cells: Cells;
  readonly failures: Failure[];
  hash: string;
};

export const emptyTally = (): Tally => ({
  histories: 0,
  operations: 0,
  operationsMin: Number.POSITIVE_INFINITY,
  faults: 0,
  faultsMin: Number.POSITIVE_INFINITY,
  calmMsMax: 0,
  byKind: new Map(),
  cells: new Map(),
  failures: [],
  hash: '',
});

export function addHistory(tally: Tally, history: History): void {
  const faults = [...history.faults.values()].reduce((sum, count) => sum + count, 0);
  tally.histories += 1;
  tally.operations += history.operations;
  tally.operationsMin = Math.min(tally.operationsMin, history.operations);
  tally.faults += faults;
  tally.faultsMin = Math.min(tally.faultsMin, faults);
  tally.calmMsMax = Math.max(tally.calmMsMax, history.calmMs);
  addCounts(tally.byKind, history.faults);
  if (history.violation) tally.failures.push({ seed: history.seed, message: history.violation.message });
  tally.hash = chained(tally.hash, history.hash);
}

/** Adds another thread's result. Ranges are added in the order of seeds, so the hash does not depend on the threads. */
export function addTally(into: Tally, other: Tally): void {
  into.histories += other.histories;
  into.operations += other.operations;
  into.operationsMin = Math.min(into.operationsMin, other.operationsMin);
  into.faults += other.faults;
  into.faultsMin = Math.min(into.faultsMin, other.faultsMin);
  into.calmMsMax = Math.max(into.calmMsMax, other.calmMsMax);
  addCounts(into.byKind, other.byKind);
  addCounts(into.cells, other.cells);
  into.failures.push(...other.failures);
  into.hash = chained(into.hash, other.hash);
}

function addCounts<K>(into: Map<K, number>, other: ReadonlyMap<K, number>): void {
  for (const [key, count] of other) into.set(key, (into.get(key) ?? 0) + count);
}

const chained = (before: string, next: string): string =>
  createHash('sha256').update(before).update(next).digest('hex').slice(0, 16);
