import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { DeadJob, Revival } from '@jeongsan/platform-contract';
import type { z } from 'zod';
import { eventually, testDatabase, testRedis, type TestDatabase, type TestRedis } from './index.js';
import { jobsApp, OPERATOR_KEY, Script, VIEWER_KEY } from './jobs-app.js';

jest.setTimeout(60_000);
const script = new Script();
let database: TestDatabase;
let redis: TestRedis;
let app: NestFastifyApplication;

beforeAll(async () => {
  [database, redis] = await Promise.all([testDatabase(), testRedis()]);
  app = await jobsApp({ databaseUrl: database.url, redisUrl: redis.url, script, controlledClock: false });
});
beforeEach(() => database.db.query('truncate messaging.outbox'));
afterAll(async () => {
  await app.close();
  await database.drop();
  await redis.close();
});

type Kind = 'seller.register' | 'seller.observe';
const subjects = { 'seller.register': 'sellerId', 'seller.observe': 'providerSellerId' } satisfies Record<Kind, string>;
async function dead(job: Kind, subject: string, dedupeKey: string | null = null): Promise<string> {
  const [row] = await database.db.query<{ id: bigint }[]>(
    `insert into messaging.outbox (job, data, run_at, published_at, dead_at, error, dedupe_key)
     values ($1, $2, now(), now(), now(), 'It went wrong', $3) returning id`,
    [job, { [subjects[job]]: subject }, dedupeKey],
  );
  return `${row?.id}`;
}
const open = (subject: string, dedupeKey: string) =>
  database.db.query(
    `insert into messaging.outbox (job, data, run_at, published_at, dedupe_key) values ('seller.register', $1, now(), now(), $2)`,
    [{ sellerId: subject }, dedupeKey],
  );
const isDone = (id: string) =>
  eventually(async () => {
    const [row] = await database.db.query<{ done_at: Date | null }[]>(
      `select done_at from messaging.outbox where id = $1`,
      [id],
    );
    expect(row?.done_at).toBeInstanceOf(Date);
  });

const headers = (key: string) => ({ authorization: `Bearer ${key}` });
async function list<T>(path: string): Promise<{ items: T[]; nextCursor: string | null }> {
  return (await app.inject({ url: `/operations/${path}`, headers: headers(VIEWER_KEY) })).json();
}
const deadJobs = (query = '') => list<z.input<typeof DeadJob>>(`dead-jobs?${query}`);
const revivals = (query = '') => list<z.input<typeof Revival>>(`revivals?${query}`);
const post = (path: string, payload?: object, key = OPERATOR_KEY) =>
  app.inject({
    method: 'POST',
    url: `/operations/dead-jobs/${path}`,
    headers: headers(key),
    ...(payload && { payload }),
  });

test('dead jobs are paged, the latest promised first, and filtered by kind', async () => {
  const ids = [
    await dead('seller.register', 'a'),
    await dead('seller.observe', 'b'),
    await dead('seller.register', 'c'),
  ];
  const first = await deadJobs('limit=2');
  expect(first.items.map(({ id }) => id)).toEqual([ids[2], ids[1]]);
  const second = await deadJobs(`limit=2&after=${first.nextCursor}`);
  expect([second.items.map(({ id }) => id), second.nextCursor]).toEqual([[ids[0]], null]);
  expect(second.items[0]).toMatchObject({
    job: 'seller.register',
    data: { sellerId: 'a' },
    error: 'It went wrong',
    revivals: 0,
  });
  expect((await deadJobs('job=seller.observe')).items.map(({ id }) => id)).toEqual([ids[1]]);
  expect((await app.inject({ url: '/operations/dead-jobs?job=x%00', headers: headers(VIEWER_KEY) })).statusCode).toBe(
    400,
  );
});

test('two operators who revive a job at once revive it once, and the record names one of them', async () => {
  const id = await dead('seller.register', 'once');
  const replies = await Promise.all([post(`${id}/revive`), post(`${id}/revive`)]);
  expect(replies.map((reply) => reply.statusCode).sort()).toEqual([202, 404]);
  await isDone(id);
  const made = (await revivals()).items.filter(({ jobId }) => jobId === id);
  expect(made).toEqual([
    expect.objectContaining({ job: 'seller.register', error: 'It went wrong', revivedBy: 'key:kim' }),
  ]);
});

test('all dead jobs of a kind run again, and no other', async () => {
  const ids = await Promise.all(['d', 'e', 'f'].map((subject) => dead('seller.register', subject)));
  const other = await dead('seller.observe', 'g');
  const reply = await post('revive', { job: 'seller.register' });
  expect([reply.statusCode, reply.json()]).toEqual([202, { job: 'seller.register', revived: 3 }]);
  await Promise.all(ids.map(isDone));
  expect((await deadJobs()).items.map(({ id }) => id)).toEqual([other]);
  expect((await revivals('job=seller.register')).items.filter(({ jobId }) => ids.includes(jobId))).toHaveLength(3);
  expect((await post('revive', { job: 'seller.register' })).json()).toEqual({ job: 'seller.register', revived: 0 });
});

test('a job whose work is promised again stays dead; of several dead promises of one thing the latest runs', async () => {
  const overtaken = await dead('seller.register', 'h', 'key-h');
  await open('h', 'key-h');
  expect((await post(`${overtaken}/revive`)).json()).toMatchObject({ status: 409, code: 'DEAD_JOB_SUPERSEDED' });
  const [older, later] = [await dead('seller.register', 'i', 'key-i'), await dead('seller.register', 'i', 'key-i')];
  expect((await post('revive', { job: 'seller.register' })).json()).toMatchObject({ revived: 1 });
  await isDone(later);
  expect((await deadJobs()).items.map(({ id }) => id)).toEqual([older, overtaken]);
});

test('a job that dies again counts its revivals', async () => {
  const id = await dead('seller.register', 'j');
  await database.db.query(`update messaging.outbox set job = 'unknown.to-anybody' where id = $1`, [id]);
  await post(`${id}/revive`);
  await database.db.query(`update messaging.outbox set dead_at = now() where id = $1`, [id]);
  expect((await deadJobs()).items).toEqual([expect.objectContaining({ id, revivals: 1 })]);
});

test('a discarded job is dead for nobody any more, cannot be revived, and the decision names who and why', async () => {
  const id = await dead('seller.register', 'l');
  expect((await post(`${id}/discard`, {})).statusCode).toBe(400);
  expect((await post(`${id}/discard`, { reason: 'done by hand' }, VIEWER_KEY)).statusCode).toBe(403);
  const replies = await Promise.all([1, 2].map(() => post(`${id}/discard`, { reason: 'done by hand' })));
  expect(replies.map((reply) => reply.statusCode).sort()).toEqual([200, 404]);
  expect((await deadJobs()).items).toEqual([]);
  expect((await post(`${id}/revive`)).json()).toMatchObject({ status: 404, code: 'DEAD_JOB_NOT_FOUND' });
  expect((await post('revive', { job: 'seller.register' })).json()).toMatchObject({ revived: 0 });
  const job = await app.inject({ url: `/operations/jobs/${id}`, headers: headers(VIEWER_KEY) });
  expect(job.json()).toMatchObject({ state: 'discarded', error: 'It went wrong' });
  const backlog = await app.inject({ url: '/operations/backlog', headers: headers(VIEWER_KEY) });
  expect(backlog.json<{ dead: unknown[]; jobs: unknown[] }>()).toMatchObject({ dead: [], jobs: [] });
  const decisions = await database.db.query<object[]>(
    `select actor, reason, before from audit.decision where kind = 'job.discarded' and subject = $1`,
    [id],
  );
  expect(decisions).toEqual([
    { actor: 'key:kim', reason: 'done by hand', before: { job: 'seller.register', error: 'It went wrong' } },
  ]);
});

test('who may only look revives nothing, and the record of revivals cannot be rewritten', async () => {
  const id = await dead('seller.register', 'k');
  expect((await post(`${id}/revive`, undefined, VIEWER_KEY)).statusCode).toBe(403);
  expect((await post('revive', { job: 'seller.register' }, VIEWER_KEY)).statusCode).toBe(403);
  expect((await deadJobs()).items).toHaveLength(1);
  for (const change of [
    `update messaging.revival set revived_by = 'key:nobody'`,
    'delete from messaging.revival',
    'truncate messaging.revival',
  ])
    await expect(database.db.query(change)).rejects.toThrow('who revived a job stays on record');
});
