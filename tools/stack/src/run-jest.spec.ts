import { spawn } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isRunning } from '@jeongsan/child-processes';

jest.setTimeout(60_000);
const STILL_SECONDS = 6;
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'jeongsan-run-jest-')));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Ended = Readonly<{ code: number | null; said: string; pids: readonly number[] }>;

/** Jest, watched, with the specs of this name. Each tells the process that it runs in. */
function run(specs: string, ...args: string[]): Promise<Ended> {
  const config = JSON.stringify({
    rootDir: folder,
    testMatch: [`**/${specs}*.cjs`],
    testEnvironment: 'node',
    transform: {},
  });
  const program = join(__dirname, '../dist/run-jest.js');
  const watched = spawn(
    process.execPath,
    [program, '--still-seconds', String(STILL_SECONDS), '--', '--config', config, ...args],
    { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let said = '';
  for (const stream of [watched.stdout, watched.stderr])
    stream.on('data', (bytes: Buffer) => (said += bytes.toString()));
  return new Promise((resolve) => {
    watched.once('close', (code) => {
      const pids = [...said.matchAll(/pid=(\d+)/g)].map(([, pid]) => Number(pid));
      resolve({ code, said, pids });
    });
  });
}

const write = (name: string, body: string) =>
  writeFileSync(join(folder, name), `require('node:fs').writeSync(2, 'pid=' + process.pid + '\\n');\n${body}`);
const runningOf = async (pids: readonly number[]) => {
  const running = await Promise.all(pids.map(isRunning));
  return pids.filter((_, i) => running[i]);
};

const runs = new Map<string, Promise<Ended>>();
const ended = (name: string): Promise<Ended> => runs.get(name) ?? Promise.reject(new Error(`${name} was not run`));

// All at once: each waits most of its time.
beforeAll(() => {
  write('loop-hangs.cjs', `test('never lets go', () => { for (;;); });`);
  write('loop-passes.cjs', `test('passes', () => undefined);`);
  write('open-handle.cjs', `test('leaves a timer', () => void setInterval(() => undefined, 1_000));`);
  // Longer in all than the limit, and never still for as long.
  write(
    'slow.cjs',
    `for (const n of [1, 2, 3, 4]) test('slow ' + n, () => new Promise((done) => setTimeout(done, 2_000)));`,
  );
  runs.set('in band', run('loop', '--runInBand'));
  runs.set('in workers', run('loop', '--maxWorkers=2'));
  runs.set('open handle', run('open', '--runInBand'));
  runs.set('slow', run('slow', '--runInBand'));
});

test.each(['in band', 'in workers'])('an endless loop %s ends the run, which names its file', async (where) => {
  const { code, said, pids } = await ended(where);
  expect(code).toBe(1);
  expect(said).toMatch(/No test began or ended for 6 s: the run was ended\. Still running:\n {2}loop-hangs\.cjs\n/);
  expect(said).not.toMatch(/^ {2}loop-passes\.cjs$/m);
  expect(pids.length).toBeGreaterThan(0);
  expect(await runningOf(pids)).toEqual([]);
});

test('a file that leaves something open ends the run, too', async () => {
  const { code, said, pids } = await ended('open handle');
  expect([code, said]).toEqual([1, expect.stringContaining('one of them left something open')]);
  expect(await runningOf(pids)).toEqual([]);
});

test('a run that takes longer than the limit, and goes on, ends by itself', async () => {
  expect(await ended('slow')).toMatchObject({ code: 0 });
});
