import type { Ground } from '../ground/ground.js';
import { missingOf, type Lookup } from './packages.js';
import { NotHere, type Figures, type Trial } from './trial.js';

export type Counts = { passed: number; failed: number; skipped: number };

export type RunOptions = Readonly<{
  /** How often each trial is run. */
  times: number;
  say: (line: string) => void;
  /** Opens an empty ground for one run. */
  open: (name: string, say: (line: string) => void) => Promise<Ground>;
  lookup?: Lookup;
  /** Milliseconds of a clock that never goes back. */
  elapsed: () => number;
}>;

/** Runs each trial, one after the other; a failure does not keep the next one from running. */
export async function runTrials(trials: readonly Trial[], options: RunOptions): Promise<Counts> {
  const counts: Counts = { passed: 0, failed: 0, skipped: 0 };
  for (const trial of trials) {
    const missing = await missingOf(trial.needs, options.lookup);
    if (missing.length > 0) {
      options.say(`${trial.name}: skipped, not installed here: ${missing.join(', ')}`);
      options.say(`  apt-get install -y ${missing.join(' ')}`);
      counts.skipped += 1;
      continue;
    }
    for (let time = 1; time <= options.times; time += 1) counts[await runOnce(trial, time, options)] += 1;
  }
  options.say(`\n${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
  return counts;
}

async function runOnce(trial: Trial, time: number, { times, say, open, elapsed }: RunOptions): Promise<keyof Counts> {
  const title = times === 1 ? trial.name : `${trial.name}, run ${time} of ${times}`;
  say(`\n${title}: ${trial.shows}`);
  const begun = elapsed();
  const seconds = (): string => `${((elapsed() - begun) / 1000).toFixed(0)} s`;
  const ground = await open(trial.name, (line) => say(`  ${line}`));
  try {
    const figures = await trial.run(ground);
    await ground.close({ keepFiles: false });
    for (const line of figureLines(figures)) say(`  ${line}`);
    say(`${title}: passed in ${seconds()}`);
    return 'passed';
  } catch (error) {
    const isSkip = error instanceof NotHere;
    await ground.close({ keepFiles: !isSkip }).catch((failure: unknown) => say(`  while closing: ${String(failure)}`));
    if (isSkip) {
      say(`${title}: skipped, ${error.message}`);
      return 'skipped';
    }
    say(`  ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    say(`${title}: FAILED after ${seconds()}; its files: ${ground.folder}`);
    return 'failed';
  }
}

function figureLines(figures: Figures): string[] {
  const width = Math.max(0, ...Object.keys(figures).map((name) => name.length));
  return Object.entries(figures).map(([name, figure]) => `${name.padEnd(width)}  ${figure}`);
}
