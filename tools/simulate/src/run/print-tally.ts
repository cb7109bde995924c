import { faultKinds } from '../history/faults.js';
import { tableMoves } from '../oracle/cells.js';
import type { Tally } from './tally.js';

const SHOWN_MAX = 20;

/** Prints the report of a run; its last line counts histories as tests. */
export function printTally(tally: Tally, seconds: number, print: (line: string) => void): void {
  const { histories, operations, operationsMin, faults, faultsMin } = tally;
  const mean = (sum: number) => (sum / histories).toFixed(1);
  print(`${histories} histories in ${seconds.toFixed(1)} s, ${((seconds * 1_000) / histories).toFixed(2)} ms each`);
  print(`operations: ${operations}, ${mean(operations)} a history, at least ${operationsMin}`);
  print(`faults: ${faults}, ${mean(faults)} a history, at least ${faultsMin}`);
  for (const kind of faultKinds) print(`  ${kind.padEnd(28)} ${tally.byKind.get(kind) ?? 0}`);
  printCells(tally, print);
  print(`longest calm until rest: ${(tally.calmMsMax / 3_600_000).toFixed(1)} h of virtual time`);
  print(`violations: ${tally.failures.length}`);
  for (const { seed, message } of tally.failures.slice(0, SHOWN_MAX)) {
    print(`  seed ${seed}: ${message}`);
    print(`    npm run simulate -- --seed ${seed} --trace`);
  }
  print(`trace hash: ${tally.hash}`);
  print(`${histories - tally.failures.length} passed, ${tally.failures.length} failed, 0 skipped`);
}

function printCells({ cells }: Tally, print: (line: string) => void): void {
  const moved = tableMoves.filter((cell) => cells.has(cell));
  print(
    `payout table: ${moved.length} of ${tableMoves.length} moves made, ${cells.size} cells of state, event and verdict met`,
  );
  for (const [cell, count] of [...cells].sort()) print(`  ${cell.padEnd(28)} ${count}`);
  const missed = tableMoves.filter((cell) => !cells.has(cell));
  if (missed.length > 0) print(`  never made: ${missed.join(', ')}`);
}
