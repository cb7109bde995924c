import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import {
  adopt,
  onShutdown,
  type ProcessGroup,
  shutdown,
  startGroup,
  wholeEnvironment,
} from '@jeongsan/child-processes';
import { TestProgress } from './test-progress.js';

const root = join(import.meta.dirname, '../../..');
const POLL_MS = 500;
/** Less than the four seconds after which our caller kills us. */
const LAST_WORDS_MS = 1_500;

/**
 * `node run-jest.js --still-seconds N -- args...`: runs Jest with these arguments, and ends Jest and all its descendants when
 * no test and no spec file has begun or ended for N seconds. Jest's own time-out cannot end a test that blocks its thread, nor
 * a file that leaves something open.
 */
async function main(): Promise<number> {
  const options = { 'still-seconds': { type: 'string' } } as const;
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const stillMs = Number(values['still-seconds']) * 1_000;
  if (!(stillMs > 0)) throw new Error('Usage: run-jest --still-seconds N -- args...');
  const folder = mkdtempSync(join(tmpdir(), 'jeongsan-tests-'));
  try {
    return await runJest(positionals, stillMs, join(folder, 'progress'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function runJest(args: readonly string[], stillMs: number, progressFile: string): Promise<number> {
  const reporters = ['--reporters=default', `--reporters=${join(root, 'jest/progress-reporter.cjs')}`];
  const jest = startGroup([join(root, 'node_modules/jest/bin/jest.js'), ...reporters, ...args], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: wholeEnvironment({ JEONGSAN_TEST_PROGRESS: progressFile }),
  });
  const { exited } = await adopt(jest.child, 'app');
  const forget = onShutdown(() => endGroup(jest, exited));
  const progress = new TestProgress(progressFile);
  const guard = setInterval(() => {
    if (progress.stillForMs() < stillMs) return;
    clearInterval(guard);
    console.error(`\n${complaint(progress.running(), stillMs)}`);
    jest.signal('SIGKILL');
  }, POLL_MS);
  const code = await exited;
  clearInterval(guard);
  forget();
  // Ends all processes that the specs started and left behind. Without the wait, a worker in an endless loop may still run
  // when the caller sees the end of this program.
  await jest.kill();
  return code ?? 1;
}

function complaint(running: readonly string[], stillMs: number): string {
  const still = `No test began or ended for ${stillMs / 1_000} s: the run was ended.`;
  if (running.length === 0) return `${still} No spec file was running: one of them left something open.`;
  return `${still} Still running:\n${running.map((file) => `  ${file}`).join('\n')}`;
}

async function endGroup(jest: ProcessGroup, exited: Promise<unknown>): Promise<void> {
  jest.signal('SIGTERM');
  await Promise.race([exited, sleep(LAST_WORDS_MS)]);
  await jest.kill();
}

try {
  process.exitCode = await main();
} finally {
  await shutdown();
}
process.exit();
