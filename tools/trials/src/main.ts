import { parseArgs } from 'node:util';
import { MachineProblem, shutdown } from '@jeongsan/child-processes';
import { missingOf } from './frame/packages.js';
import { runTrials } from './frame/run-trials.js';
import type { Trial } from './frame/trial.js';
import { openGround } from './ground/ground.js';
import { trials } from './trials.js';

const USAGE = `npm run trials                     every trial that this machine can run
npm run trials -- NAME... [--twice]   these alone; --twice: each two times
npm run trials -- list                what each of them shows and needs`;

/** `npm run trials`. Exit codes: 0 none failed, 1 one did, 2 wrong arguments. */
async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    options: { twice: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  if (positionals[0] === 'list') return list();
  const unknown = positionals.filter((name) => !trials.some((trial) => trial.name === name));
  if (unknown.length > 0) throw new MachineProblem(`There is no trial ${unknown.join(', ')}\n\n${USAGE}`);
  const chosen = trials.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
  const { failed } = await runTrials(chosen, {
    times: values.twice ? 2 : 1,
    say: (line) => console.log(line),
    open: openGround,
    elapsed: () => performance.now(),
  });
  return failed === 0 ? 0 : 1;
}

async function list(): Promise<number> {
  const width = Math.max(...trials.map(({ name }) => name.length));
  for (const trial of trials) console.log(`${trial.name.padEnd(width)}  ${trial.shows}${await lacking(trial)}`);
  return 0;
}

async function lacking({ needs }: Trial): Promise<string> {
  const missing = await missingOf(needs);
  return missing.length === 0 ? '' : ` (not here: ${missing.join(', ')})`;
}

try {
  process.exitCode = await main();
  await shutdown();
} catch (error) {
  await shutdown();
  const isUsage = error instanceof MachineProblem || (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS');
  console.error(isUsage ? (error as Error).message : error);
  process.exitCode = isUsage ? 2 : 1;
}
process.exit();
