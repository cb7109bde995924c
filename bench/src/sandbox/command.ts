import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { cleanEnvironment, freePort } from '@jeongsan/child-processes';
import type { Bench, Result } from '../harness/measurement.js';
import { spread } from '../harness/statistics.js';
import { finding, type Line } from '../harness/verdict.js';

const COMMAND_LINE: Line = { atMost: 2 };
const STARTS = { full: 5, quick: 1 };
const NAME = 'sandbox-bench';
const root = resolve(import.meta.dirname, '../../..');

/** From `npm run sandbox` to the printed address, with a Postgres of its own on data of an earlier start. */
export async function command({ options, say }: Bench): Promise<Result> {
  const seconds: number[] = [];
  try {
    say('starting the sandbox for the first time');
    await secondsToReady();
    for (let starts = options.isQuick ? STARTS.quick : STARTS.full; starts > 0; starts -= 1)
      seconds.push(await secondsToReady());
  } finally {
    await rm(join(root, '.local', NAME), { recursive: true, force: true });
  }
  const taken = spread(seconds);
  return {
    summaries: [],
    findings: [finding('seconds from the command to its address', taken, COMMAND_LINE, seconds)],
    notes: ['npm, the check of the build, Postgres and the sandbox itself.'],
    problems: [],
  };
}

/** Starts the sandbox, and ends it again like Ctrl-C in a terminal: with a signal to the whole group. */
async function secondsToReady(): Promise<number> {
  const flags = ['--port', String(await freePort()), '--sandbox-name', NAME];
  const start = performance.now();
  const child = spawn('npm', ['run', 'sandbox', '--', ...flags], {
    cwd: root,
    env: cleanEnvironment(),
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  const over = once(child, 'close');
  let printed = '';
  child.stdout.on('data', (part: Buffer) => void (printed += String(part)));
  const isReady = (): boolean => printed.includes('Ctrl-C stops it');
  while (!isReady() && child.exitCode === null) await Promise.race([once(child.stdout, 'data'), over]);
  if (!isReady()) throw new Error(`npm run sandbox ended:\n${printed}`);
  const seconds = (performance.now() - start) / 1_000;
  if (child.pid !== undefined) process.kill(-child.pid, 'SIGINT');
  await over;
  return seconds;
}
