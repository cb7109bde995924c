import { measureGrowth } from '../harness/growth.js';
import type { Bench, Result } from '../harness/measurement.js';
import { confirmBeside } from './confirm-side.js';

/** Transactions of earlier days, each with its settlement. */
const RECORDS = { full: [100_000, 1_000_000], quick: [2_000, 20_000] } as const;
/** A round of so many takes about a second. */
const OPERATIONS = 3_000;

/** How the time of a confirmation grows with the records of earlier days. */
export async function confirmGrowth(bench: Bench): Promise<Result> {
  const { options } = bench;
  const sides: Awaited<ReturnType<typeof confirmBeside>>[] = [];
  try {
    for (const records of RECORDS[options.isQuick ? 'quick' : 'full']) {
      bench.say(`preparing ${records.toLocaleString('en')} records`);
      sides.push(await confirmBeside(bench, records, OPERATIONS * (options.pairs + 1)));
    }
    bench.say('confirming');
    const rounds = { rounds: options.pairs, operations: OPERATIONS, unit: 'records' };
    return { summaries: [], ...(await measureGrowth(sides, rounds, options)) };
  } finally {
    for (const side of sides) await side.stop();
  }
}
