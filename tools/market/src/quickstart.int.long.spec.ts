import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { run, wholeEnvironment } from '@jeongsan/child-processes';
import { shellBlocks, typed } from './pages/typed-page.js';

const MINUTES = 60_000;
jest.setTimeout(20 * MINUTES);

const root = join(__dirname, '..', '..', '..');
/** Not in a copy: what belongs to this clone alone, and node_modules, which is linked. */
const LEFT_OUT = new Set(['.git', '.local', '.nx', 'node_modules']);
// Servers of its own, as a new user has.
const environment = wholeEnvironment({ DATABASE_URL: '', REDIS_URL: '', NODE_ENV: '', JEONGSAN_LAUNCHER_PID: '' });

let folder: string;
let started: ChildProcess | undefined;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'jeongsan-quickstart-'));
  const entries = (await readdir(root)).filter((entry) => !LEFT_OUT.has(entry)).map((entry) => join(root, entry));
  // With the times of files and folders to the last digit: what is built and bundled is not made again.
  const copied = await run('cp', ['-a', ...entries, folder], { timeoutMs: 5 * MINUTES });
  expect(copied).toEqual({ code: 0, output: '' });
  const linked = await run('cp', ['-al', join(root, 'node_modules'), folder], { timeoutMs: 5 * MINUTES });
  expect(linked).toEqual({ code: 0, output: '' });
}, 5 * MINUTES);
afterAll(async () => {
  if (started) await stop(started);
  await rm(folder, { recursive: true, force: true });
});

test('the code blocks of docs/quickstart.md, as they are written, pay two sellers, and Ctrl-C leaves nothing', async () => {
  const text = await readFile(join(folder, 'docs', 'quickstart.md'), 'utf8');
  const [start = '', ...others] = shellBlocks(text).map((block) => block.text);
  started = spawn('bash', ['-c', start], { cwd: folder, env: environment, detached: true });
  await untilPrinted(started, 'Ctrl-C stops everything');
  const { code, out } = await typed(others.join('\n'), { cwd: folder, env: environment });
  expect({ code, out: code === 0 ? '' : out }).toEqual({ code: 0, out: '' });
  expect(out).toMatch(/acme\s+26,700\s+paid/);
  expect(out).toMatch(/"sellerId":"bolt","amount":44500,"state":"paid"/);
  const [, url = ''] = /JEONGSAN_URL='([^']+)'/.exec(await readFile(join(folder, '.local/start/env'), 'utf8')) ?? [];
  expect((await fetch(`${url}/health`)).status).toBe(200);
  await stop(started);
  await expect(fetch(`${url}/health`)).rejects.toThrow('fetch failed');
  expect(await run('pgrep', ['-af', folder], { timeoutMs: MINUTES })).toEqual({ code: 1, output: '' });
});

/** As a terminal does on Ctrl-C: the signal goes to the whole group. */
async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  process.kill(-(child.pid ?? 0), 'SIGINT');
  await gone;
}

async function untilPrinted(child: ChildProcess, words: string): Promise<void> {
  const { output } = collect(child);
  while (!output().includes(words)) {
    if (child.exitCode !== null) throw new Error(`It ended with ${child.exitCode}: ${output()}`);
    await sleep(200);
  }
}

function collect(child: ChildProcess): { output: () => string } {
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (data: Buffer) => void (text += data.toString()));
  return { output: () => text };
}
