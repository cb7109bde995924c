import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { enqueue, setClock, transaction } from '@jeongsan/database';
import { Permanent } from '@jeongsan/messaging';
import { JobLog, jobIdOf } from '@jeongsan/queues';
import { Backlog } from '@jeongsan/platform-contract';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { DataSource } from 'typeorm';
import { eventually, expectDecided, testDatabase, testRedis, type TestDatabase, type TestRedis } from './index.js';
import { daily, jobsApp, OPERATOR_KEY, Script } from './jobs-app.js';

jest.setTimeout(60_000);
const PATIENCE = { timeoutMs: 20_000 };
const NOON = new Date('2026-11-20T03:00:00Z');
const script = new Script();
let database: TestDatabase;
let redis: TestRedis;
let app: NestFastifyApplication;
let second: NestFastifyApplication;

beforeAll(async () => {
  [database, redis] = await Promise.all([testDatabase(), testRedis()]);
  await setClock(database.db, NOON, new Date());
  // Outbox ids in this spec exceed int4 and nine digits.
  await database.db.query(`select setval(pg_get_serial_sequence('messaging.outbox', 'id'), 5000000000)`);
  const options = {
    databaseUrl: database.url,
    redisUrl: redis.url,
    script,
    schedules: [daily('nightly', new Date('2026-11-20T18:00:00Z'))],
  };
  [app, second] = await Promise.all([jobsApp(options), jobsApp(options)]);
});
beforeEach(() => {
  script.behave = async () => undefined;
});
afterAll(async () => {
  await Promise.all([app.close(), second.close()]);
  await database.drop();
  await redis.close();
});

const promise = (sellerId: string, runAt?: Date) =>
  transaction(app.get(DataSource), (tx) => enqueue(tx, 'seller.register', { sellerId }, NOON, runAt ? { runAt } : {}));

type Row = { id: bigint; published_at: Date | null; done_at: Date | null; dead_at: Date | null; error: string | null };
async function rowOf(sellerId: string): Promise<Row> {
  const [row] = await database.db.query<Row[]>(`select * from messaging.outbox where data ->> 'sellerId' = $1`, [
    sellerId,
  ]);
  if (!row) throw new Error(`No job was promised for ${sellerId}`);
  return row;
}
const isDone = (sellerId: string) =>
  eventually(async () => expect((await rowOf(sellerId)).done_at).toBeInstanceOf(Date), PATIENCE);
const isDead = (sellerId: string) =>
  eventually(async () => expect((await rowOf(sellerId)).dead_at).toBeInstanceOf(Date));

async function backlog() {
  const reply = await app.inject({ url: '/operations/backlog', headers: { authorization: `Bearer ${OPERATOR_KEY}` } });
  return Backlog.parse(reply.json());
}

test('a promised job runs once and is marked done', async () => {
  await promise('once');
  await isDone('once');
  expect(script.runs.get('once')).toBe(1);
});

test('what was promised in a transaction that rolled back never arrives', async () => {
  const refused = transaction(app.get(DataSource), async (tx) => {
    await enqueue(tx, 'seller.register', { sellerId: 'never' }, NOON);
    throw new Error('The decision was taken back');
  });
  await expect(refused).rejects.toThrow('taken back');
  await promise('after-never');
  await isDone('after-never');
  expect(script.runs.has('never')).toBe(false);
});

test('a job that fails is tried again until it succeeds', async () => {
  script.behave = async (_, run) => {
    if (run < 4) throw new Error('Not yet');
  };
  await promise('fourth');
  await isDone('fourth');
  expect(script.runs.get('fourth')).toBe(4);
});

test('a job that enqueues itself again under its own key runs again, as often as it does', async () => {
  const key = { dedupeKey: 'seller/again' };
  const again = () => enqueue(app.get(DataSource), 'seller.register', { sellerId: 'again' }, NOON, key);
  script.behave = async (_, run) => {
    if (run < 4) await again();
  };
  await again();
  await eventually(() => expect(script.runs.get('again')).toBe(4), PATIENCE);
});

test('jobs that Redis forgot are published again', async () => {
  const sellers = Array.from({ length: 100 }, (_, i) => `flushed-${i}`);
  let isMended = false;
  script.behave = async () => {
    if (!isMended) throw new Error('The other side is away');
  };
  await transaction(app.get(DataSource), async (tx) => {
    for (const sellerId of sellers) await enqueue(tx, 'seller.register', { sellerId }, NOON);
  });
  await eventually(() => expect(sellers.every((s) => script.runs.has(s))).toBe(true), PATIENCE);
  // From here on every job is a delayed retry, and exists in Redis only.
  await redis.flush();
  isMended = true;
  await Promise.all(sellers.map(isDone));
});

test('a job that runs twice at once is marked once, and a third run does nothing', async () => {
  await app
    .get(DataSource)
    .query(
      `insert into messaging.outbox (job, data, run_at, published_at) values ('seller.register', '{"sellerId": "twice"}', $1, clock_timestamp() + interval '1 hour')`,
      [NOON],
    );
  const { id } = await rowOf('twice');
  const log = app.get(JobLog);
  const job = { id: jobIdOf(id), name: 'seller.register', data: { sellerId: 'twice' } };
  const [one, two] = await Promise.all([log.findOpen(job), log.findOpen(job)]);
  expect([one?.id, two?.id]).toEqual([id, id]);

  await Promise.all([log.markDone(id), log.markDone(id)]);
  const { done_at: first } = await rowOf('twice');
  await log.markDone(id);
  await log.markDead(id, 'The slower run gave up');
  expect(await rowOf('twice')).toMatchObject({ done_at: first, dead_at: null, error: null });
  expect(await log.findOpen(job)).toBeUndefined();
});

test('a permanent failure is not tried again: the job is dead and says why, in bounded words', async () => {
  script.behave = async () => {
    throw new Permanent('Seller gone: nobody can register it '.repeat(100));
  };
  await promise('gone');
  await isDead('gone');
  expect(script.runs.get('gone')).toBe(1);
  expect((await rowOf('gone')).error).toHaveLength(500);
});

test('a job that failed at its last attempt is dead, and not before', async () => {
  script.behave = async () => {
    throw new Error('The other side never answered');
  };
  await database.db.query(
    `insert into messaging.outbox (job, data, run_at, published_at) values ('seller.register', '{"sellerId": "spent"}', $1, clock_timestamp() + interval '1 hour')`,
    [NOON],
  );
  const { id } = await rowOf('spent');
  const connection = new Redis(redis.url, { maxRetriesPerRequest: null });
  const queue = new Queue('sellers', { connection, prefix: '{jeongsan}' });
  await queue.add(
    'seller.register',
    { sellerId: 'spent' },
    { jobId: jobIdOf(id), attempts: 3, backoff: { type: 'retry-delay' }, removeOnFail: true },
  );
  await isDead('spent');
  expect([script.runs.get('spent'), (await rowOf('spent')).error]).toEqual([3, 'The other side never answered']);
  await eventually(async () => expect(await queue.getJob(jobIdOf(id))).toBeUndefined());
  await queue.close();
  connection.disconnect();
});

test('a job whose data does not fit is dead at once', async () => {
  await database.db.query(
    `insert into messaging.outbox (job, data, run_at) values ('seller.register', '{"sellerId": 7}', $1)`,
    [NOON],
  );
  await isDead('7');
});

/** Jobs of a newer release, enqueued and published: this release's relays leave them alone. */
async function publishedByNewer(
  name: string,
  data: object,
): Promise<{ row: () => Promise<Row>; end: () => Promise<void> }> {
  const [{ id } = { id: 0n }] = await database.db.query<{ id: bigint }[]>(
    `insert into messaging.outbox (job, data, run_at, published_at) values ($1, $2, $3, clock_timestamp() + interval '1 hour') returning id`,
    [name, data, NOON],
  );
  const connection = new Redis(redis.url, { maxRetriesPerRequest: null });
  const queue = new Queue('sellers', { connection, prefix: '{jeongsan}' });
  await queue.add(name, data, {
    jobId: jobIdOf(id),
    attempts: 2,
    backoff: { type: 'retry-delay' },
    removeOnFail: true,
  });
  return {
    row: async () => {
      // The job had its last attempt, and is no longer in Redis.
      await eventually(async () => expect(await queue.getJob(jobIdOf(id))).toBeUndefined());
      const [row] = await database.db.query<Row[]>('select * from messaging.outbox where id = $1', [id]);
      return row as Row;
    },
    end: async () => {
      await database.db.query('delete from messaging.outbox where id = $1', [id]);
      await queue.close();
      connection.disconnect();
    },
  };
}

test.each([
  ['a name', 'seller.rename', { sellerId: 'newer-name' }],
  ['a field', 'seller.register', { sellerId: 'newer-field', onlyIf: 'asked' }],
])(
  'a job with %s that this release does not know is left to a newer one: neither done nor dead',
  async (_, name, data) => {
    const job = await publishedByNewer(name, data);
    expect(await job.row()).toMatchObject({ done_at: null, dead_at: null });
    expect(script.runs.has(data.sellerId)).toBe(false);
    await job.end();
  },
);

test('a dead job is shown to operators and runs again when one says so', async () => {
  script.behave = async (_, run) => {
    if (run === 1) throw new Permanent('Wrong at first');
  };
  await promise('revived');
  await isDead('revived');
  const { id } = await rowOf('revived');
  expect((await backlog()).dead).toContainEqual(
    expect.objectContaining({ id: `${id}`, job: 'seller.register', error: 'Wrong at first' }),
  );

  const revive = () =>
    app.inject({
      method: 'POST',
      url: `/operations/dead-jobs/${id}/revive`,
      headers: { authorization: `Bearer ${OPERATOR_KEY}` },
    });
  const revived = await revive();
  expect(revived.statusCode).toBe(202);
  await expectDecided(database.db, {
    method: 'POST',
    url: `/operations/dead-jobs/${id}/revive`,
    reply: revived.json(),
  });
  await isDone('revived');
  expect((await revive()).json()).toMatchObject({ status: 404, code: 'DEAD_JOB_NOT_FOUND' });
});

test('a job for later waits for platform time and is no backlog until then', async () => {
  await promise('later', new Date('2026-11-20T05:00:00Z'));
  await eventually(async () => expect((await backlog()).isIdle).toBe(true));
  expect((await backlog()).jobs).toContainEqual(expect.objectContaining({ job: 'seller.register', waiting: 1 }));
  await setClock(database.db, new Date('2026-11-20T05:00:01Z'), new Date());
  await isDone('later');
});

test('readiness shows the controlled time', async () => {
  const reply = await app.inject('/health/ready');
  expect(reply.json()).toMatchObject({
    status: 'ok',
    details: { postgres: { status: 'up' }, redis: { status: 'up' }, clock: { isControlled: true } },
  });
  const { details } = reply.json<{ details: { clock: { now: string } } }>();
  expect(details.clock.now).toMatch(/^2026-11-20T05:00/);
});

test('each period of a schedule starts once, in order, however many replicas tick and however late', async () => {
  await setClock(database.db, new Date('2026-11-23T18:00:01Z'), new Date());
  const days = ['20', '21', '22', '23'].map((day) => `nightly/2026-11-${day}`);
  await Promise.all(days.map((day) => eventually(() => rowOf(day)).then(() => isDone(day))));
  const started = await database.db.query<{ s: string }[]>(
    `select data ->> 'sellerId' as s from messaging.outbox where data ->> 'sellerId' like 'nightly%' order by id`,
  );
  expect(started.map((row) => row.s)).toEqual(days);
  expect(days.map((day) => script.runs.get(day))).toEqual([1, 1, 1, 1]);
});

test('a clock that steps back, and a restart meanwhile, start no period a second time', async () => {
  const starts = async () => {
    const [row] = await database.db.query<{ n: bigint }[]>(
      `select count(*) as n from messaging.outbox where data ->> 'sellerId' like 'nightly/%'`,
    );
    return row?.n;
  };
  await setClock(database.db, new Date('2026-11-23T18:00:01Z'), new Date());
  await eventually(() => rowOf('nightly/2026-11-23'), PATIENCE);
  await isDone('nightly/2026-11-23');
  const before = await starts();
  await setClock(database.db, new Date('2026-11-20T17:00:00Z'), new Date());
  const restarted = await jobsApp({
    databaseUrl: database.url,
    redisUrl: redis.url,
    script,
    schedules: [daily('nightly', new Date('2026-11-20T18:00:00Z'))],
  });
  await setClock(database.db, new Date('2026-11-23T18:00:02Z'), new Date());
  // Waits for several ticks of three replicas.
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  expect(await starts()).toBe(before);
  await restarted.close();
});

test('2,000 jobs from both replicas at once all run, each once', async () => {
  const crowd = Array.from({ length: 2_000 }, (_, i) => `crowd-${i}`);
  const half = async (from: NestFastifyApplication, part: string[]) => {
    for (let i = 0; i < part.length; i += 100) {
      await transaction(from.get(DataSource), async (tx) => {
        for (const sellerId of part.slice(i, i + 100)) await enqueue(tx, 'seller.register', { sellerId }, NOON);
      });
    }
  };
  await Promise.all([half(app, crowd.slice(0, 1_000)), half(second, crowd.slice(1_000))]);
  await eventually(async () => expect((await backlog()).isIdle).toBe(true), PATIENCE);
  expect(crowd.filter((sellerId) => script.runs.get(sellerId) !== 1)).toEqual([]);
});
