import { createHash } from 'node:crypto';
import { request, type IncomingMessage } from 'node:http';
import { endpoint, page, Refusal } from '@jeongsan/http-contract';
import { Module } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { z } from 'zod';
import { baseEnv, createApp, type Handlers, parseEnv, Serves, SharedReads } from './index.js';

const Run = z.object({ id: z.string(), paid: z.int(), finished: z.boolean() });
const read = {
  method: 'GET',
  path: '/runs/{id}',
  summary: 'A run',
  security: 'bearer',
  scope: 'operations:read',
  params: z.object({ id: z.string() }),
  success: { status: 200, body: Run },
  errors: [],
} as const;
const runs = {
  readRun: endpoint(read),
  watchRun: endpoint({ ...read, path: '/runs/{id}/progress', answersEvents: true }),
  listRuns: endpoint({
    ...read,
    path: '/runs',
    params: z.object({}),
    query: z.object({ after: z.string().optional() }),
    success: { status: 200, body: page(Run) },
  }),
};

let paid = 0;
let reads = 0;
let isBroken = false;
const readRun = (id: string) => {
  reads += 1;
  if (isBroken) throw new Error('away');
  if (id !== 'a') throw new Refusal(404, 'RUN_NOT_FOUND', 'There is no such run');
  return { id, paid, finished: paid === 3 };
};

@Serves(runs)
class RunsController {
  private readonly progress = new SharedReads({
    read: async (id) => readRun(id),
    isLast: ({ finished }) => finished,
    everyMs: 20,
  });
  readonly handlers: Handlers<typeof runs> = {
    readRun: ({ params }) => readRun(params.id),
    watchRun: ({ params }) => this.progress.listen(params.id),
    listRuns: () => ({ items: [readRun('a')], nextCursor: null }),
  };
}
@Module({ controllers: [RunsController] })
class TestModule {}

let app: NestFastifyApplication;
let url: string;
beforeEach(async () => {
  [paid, isBroken] = [0, false];
  const sha256 = createHash('sha256').update('key').digest('hex');
  const API_KEYS = JSON.stringify([{ id: 'root', sha256, roles: ['admin'] }]);
  const env = parseEnv(baseEnv, { PORT: '0', LOG_LEVEL: 'silent', API_KEYS });
  app = await createApp({ module: TestModule, env, title: 'test', contract: runs });
  await app.listen(0, '127.0.0.1');
  url = await app.getUrl();
});
afterEach(() => app.close());

const authorization = 'Bearer key';
const ask = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${url}${path}`, { headers: { authorization, ...headers } });
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const until = async (isSo: () => boolean): Promise<void> => {
  while (!isSo()) await wait(5);
};

type Listening = { text: string; reply: IncomingMessage; ended: Promise<'ended' | 'broken'> };
const listen = (id: string): Promise<Listening> =>
  new Promise((resolve) => {
    request(`${url}/runs/${id}/progress`, { headers: { authorization }, agent: false }, (reply) => {
      const ended = new Promise<'ended' | 'broken'>((done) => {
        reply.once('end', () => done('ended'));
        reply.once('error', () => done('broken'));
      });
      const listening: Listening = { text: '', reply, ended };
      reply.on('data', (chunk: Buffer) => (listening.text += chunk.toString()));
      resolve(listening);
    }).end();
  });
const dataIn = (text: string) =>
  [...text.matchAll(/^data: (.*)$/gm)].map(([, json = '']) => (JSON.parse(json) as { paid: number }).paid);
const idsIn = (text: string) => [...text.matchAll(/^id: (.*)$/gm)].map(([, id = '']) => id);

test('the state arrives at once and after each change, and the last one ends the stream', async () => {
  const one = await listen('a');
  await until(() => dataIn(one.text).length > 0);
  expect(dataIn(one.text)).toEqual([0]);
  expect(one.reply.headers).toMatchObject({ 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
  for (paid of [1, 3]) await until(() => dataIn(one.text).at(-1) === paid);
  expect(await one.ended).toBe('ended');
  expect(dataIn(one.text)).toEqual([0, 1, 3]);
  expect(new Set(idsIn(one.text)).size).toBe(3);
});

test('a client that connects again gets the state only if it has another one', async () => {
  const one = await listen('a');
  await until(() => idsIn(one.text).length > 0);
  one.reply.destroy();
  paid = 3;
  const [id = ''] = idsIn(one.text);
  const missed = await ask('/runs/a/progress', { 'last-event-id': id });
  const text = await missed.text();
  expect(dataIn(text)).toEqual([3]);
  const known = await ask('/runs/a/progress', { 'last-event-id': idsIn(text)[0] ?? '' });
  expect(dataIn(await known.text())).toEqual([]);
});

test('a failure before the first state is a problem, one afterwards breaks the stream off', async () => {
  const refused = await ask('/runs/none/progress');
  expect([refused.status, await refused.json()]).toMatchObject([404, { code: 'RUN_NOT_FOUND' }]);
  const one = await listen('a');
  await until(() => dataIn(one.text).length > 0);
  isBroken = true;
  expect(await one.ended).toBe('broken');
});

test('a client that leaves is not read for any more, and a stop ends every stream', async () => {
  const one = await listen('a');
  one.reply.destroy();
  for (let before = -1; before !== reads; await wait(200)) before = reads;
  const other = await listen('a');
  await until(() => dataIn(other.text).length > 0);
  await Promise.all([app.close(), other.ended]);
  expect(await other.ended).toBe('ended');
});

test('a silent stream is kept alive', async () => {
  const one = await listen('a');
  await until(() => one.text.endsWith('\n\n:\n\n'));
  expect(one.text).toMatch(/^retry: 2000\n\nid: .*\ndata: .*\n\n:\n\n$/);
  one.reply.destroy();
}, 20_000);

test('one resource has a strong tag: who has it gets 304 without a body, until it changes', async () => {
  const first = await ask('/runs/a');
  const tag = first.headers.get('etag') ?? '';
  expect(tag).toMatch(/^"[\w-]{43}"$/);
  for (const known of [tag, `"other", ${tag}`, `W/${tag}`, '*']) {
    const same = await ask('/runs/a', { 'if-none-match': known });
    expect([same.status, same.headers.get('etag'), await same.text()]).toEqual([304, tag, '']);
  }
  paid = 1;
  const changed = await ask('/runs/a', { 'if-none-match': tag });
  expect([changed.status, await changed.json()]).toMatchObject([200, { paid: 1 }]);
  expect(changed.headers.get('etag')).not.toBe(tag);
  expect(changed.headers.get('cache-control')).toBe('no-store');
});

test.each(['/runs', '/runs/none', '/runs/a/progress', '/health/live'])('%s has no tag', async (path) => {
  paid = 3;
  const reply = await ask(path, { 'if-none-match': '*' });
  expect([reply.status === 304, reply.headers.get('etag')]).toEqual([false, null]);
});
