import { availableParallelism } from 'node:os';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { withUsage } from '@jeongsan/child-processes';
import { simulate } from './history/simulate.js';
import { playInThreads } from './run/in-threads.js';
import { printTally } from './run/print-tally.js';

/**
 * The number of histories of a gate: without a violation, the share of bad histories is below 3 in 100,000 with 95 %
 * confidence.
 */
const HISTORIES = 100_000;
const USAGE = 'Usage: npm run simulate [-- --histories N] [--first SEED] [--threads N] | -- --seed N [--trace]';

const print = (line: string): void => void process.stdout.write(`${line}\n`);

type Options = Readonly<{ seed: number; trace: boolean } | { first: number; histories: number; threads: number }>;

function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      histories: { type: 'string', default: String(HISTORIES) },
      first: { type: 'string', default: '1' },
      threads: { type: 'string', default: String(availableParallelism()) },
      seed: { type: 'string' },
      trace: { type: 'boolean', default: false },
    },
  });
  if (values.seed !== undefined) return { seed: wholeNumber('seed', values.seed), trace: values.trace };
  return {
    first: wholeNumber('first', values.first),
    histories: wholeNumber('histories', values.histories),
    threads: wholeNumber('threads', values.threads),
  };
}

/** `npm run simulate`: plays many histories, or one seed again with its trace. */
async function main(): Promise<number> {
  const options = withUsage(USAGE, readOptions);
  if ('seed' in options) return replay(options.seed, options.trace);
  const { first, histories, threads } = options;
  const startedAt = performance.now();
  const tally = await playInThreads(first, histories, threads);
  printTally(tally, (performance.now() - startedAt) / 1_000, print);
  return tally.failures.length === 0 ? 0 : 1;
}

async function replay(seed: number, trace: boolean): Promise<number> {
  const history = await simulate(seed, { trace });
  for (const line of history.lines) print(line);
  const faults = [...history.faults].map(([kind, count]) => `${kind} ${count}`);
  print(`seed ${seed}: ${history.operations} operations; ${faults.join(', ')}`);
  print(history.violation ? `VIOLATION: ${history.violation.message}` : 'no violation');
  print(`trace hash: ${history.hash}`);
  print(history.violation ? '0 passed, 1 failed, 0 skipped' : '1 passed, 0 failed, 0 skipped');
  return history.violation ? 1 : 0;
}

function wholeNumber(name: string, text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 1) throw new RangeError(`--${name} must be a whole number above zero`);
  return value;
}

process.exitCode = await main();
