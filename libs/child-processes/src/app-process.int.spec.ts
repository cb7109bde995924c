import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startApp, type AppOptions } from './app-process.js';
import { MachineProblem } from './machine-problem.js';
import { freePort } from './ports.js';
import { isRunning } from './processes.js';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'jeongsan-app-'));
  await writeFile(
    join(folder, 'answers.mjs'),
    `import { createServer } from 'node:http';
     const server = createServer((request, response) => response.end(JSON.stringify(process.env)));
     server.listen(Number(process.env.PORT), '127.0.0.1');
     process.on('SIGTERM', () => { console.log('stopped gracefully'); process.exit(0); });`,
  );
  await writeFile(join(folder, 'gives-up.mjs'), `console.error('the books do not balance'); process.exit(3);`);
  await writeFile(join(folder, 'refuses.mjs'), `console.error('M_ID: is missing'); process.exit(78);`);
  await writeFile(join(folder, 'is-silent.mjs'), `setInterval(() => {}, 1000);`);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function options(entry: string, more: Partial<AppOptions> = {}): Promise<AppOptions> {
  const logFile = join(folder, `${entry}.log`);
  return { name: entry, entry: join(folder, `${entry}.mjs`), env: {}, port: await freePort(), logFile, ...more };
}

test('an app is ready when started, sees the environment it is given and no other, and stops gracefully', async () => {
  const app = await startApp(await options('answers', { env: { PROVIDER_BASE_URL: 'http://provider' } }));
  const seen = (await (await fetch(app.url)).json()) as Record<string, string>;
  expect(seen).toMatchObject({ PROVIDER_BASE_URL: 'http://provider', PORT: new URL(app.url).port });
  expect(Object.keys(seen)).not.toContain('JEST_WORKER_ID');
  await app.stop();
  expect(await app.exited).toBe(0);
  expect(await readFile(join(folder, 'answers.log'), 'utf8')).toContain('stopped gracefully');
});

test('an app that was killed comes back on its port, and only an end that nobody asked for is reported', async () => {
  const reported: (number | null)[] = [];
  const app = await startApp(await options('answers', { onExit: ({ code }) => reported.push(code) }));
  const first = app.pid;
  await app.kill();
  expect(await isRunning(first)).toBe(false);
  await app.restart();
  expect((await fetch(app.url)).status).toBe(200);
  expect(reported).toEqual([]);
  process.kill(app.pid, 'SIGKILL');
  await app.exited;
  expect(reported).toEqual([null]);
});

test('an app that is kept alive comes back when it was killed, again and again, and not when it was stopped', async () => {
  const lines: string[] = [];
  const app = await startApp(await options('answers', { keepAlive: { log: (line) => lines.push(line) } }));
  for (let time = 1; time <= 2; time += 1) {
    process.kill(app.pid, 'SIGKILL');
    while (lines.filter((line) => line === 'answers runs again').length < time) await sleep(20);
    expect((await fetch(app.url)).status).toBe(200);
  }
  const last = app.pid;
  process.kill(last, 'SIGKILL');
  await app.exited;
  await app.stop();
  await sleep(1_000);
  expect(await isRunning(app.pid)).toBe(false);
  expect(lines.filter((line) => line === 'answers runs again')).toHaveLength(2);
});

test('an app that exits before it is ready fails with the end of its log', async () => {
  await expect(startApp(await options('gives-up'))).rejects.toThrow(
    /gives-up did not start \(code 3\).*the books do not balance/s,
  );
});

test('an app that refuses its settings is started once, and only its own words are shown', async () => {
  const refused = startApp(await options('refuses', { keepAlive: { log: () => undefined } }));
  await expect(refused).rejects.toThrow(new MachineProblem('refuses: M_ID: is missing'));
  expect((await readFile(join(folder, 'refuses.log'), 'utf8')).match(/is missing/g)).toHaveLength(1);
});

test('an app that is not ready in time is stopped and fails', async () => {
  await expect(startApp(await options('is-silent', { readyTimeoutMs: 150 }))).rejects.toThrow('not ready in 150 ms');
});
