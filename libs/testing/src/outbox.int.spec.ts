import { emit, enqueue, inJob, type RunningJob, transaction } from '@jeongsan/database';
import type { EventData } from '@jeongsan/messaging';
import { nextUnpublished, relayOnce, sweepOnce, tidyOnce, type Publish } from '@jeongsan/queues';
import { testDatabase, type TestDatabase } from './index.js';

jest.setTimeout(60_000);
const NOON = new Date('2026-11-20T03:00:00Z');
const LATER = new Date('2026-11-20T05:00:00Z');

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
beforeEach(() => database.db.query('truncate messaging.outbox'));
afterAll(() => database.drop());

const promise = (sellerId: string, options: { runAt?: Date; dedupeKey?: string } = {}) =>
  transaction(database.db, (tx) => enqueue(tx, 'seller.register', { sellerId }, NOON, options));
const unpublished = async () => {
  const rows = await database.db.query<{ s: string }[]>(
    `select data ->> 'sellerId' as s from messaging.outbox where published_at is null order by id`,
  );
  return rows.map((row) => row.s);
};

/** Collects published jobs instead of sending them to Redis. */
function recorder() {
  const published: string[] = [];
  const publish: Publish = async (queue, batch) => {
    published.push(...batch.map((job) => `${queue} ${job.name} ${(job.data as { sellerId: string }).sellerId}`));
  };
  return { published, publish };
}

test('relays that run at once publish every row, each exactly once', async () => {
  const sellers = Array.from({ length: 300 }, (_, i) => `s${i}`);
  await Promise.all(sellers.map((s) => promise(s)));
  const { published, publish } = recorder();
  const rounds = async () => {
    while ((await relayOnce(database.db, publish, NOON, 20)) > 0);
  };
  await Promise.all([rounds(), rounds(), rounds(), rounds()]);
  await rounds();
  expect(published.sort()).toEqual(sellers.map((s) => `sellers seller.register ${s}`).sort());
});

test('a row committed late is not passed over, though its number is lower', async () => {
  const { published, publish } = recorder();
  const slow = database.db.createQueryRunner();
  await slow.startTransaction();
  await enqueue(slow.manager, 'seller.register', { sellerId: 'slow' }, NOON);
  await promise('fast');
  await relayOnce(database.db, publish, NOON, 100);
  await slow.commitTransaction();
  await slow.release();
  await relayOnce(database.db, publish, NOON, 100);
  expect(published).toEqual(['sellers seller.register fast', 'sellers seller.register slow']);
});

test('a row whose publishing failed stays unpublished', async () => {
  await promise('kept');
  const away: Publish = () => Promise.reject(new Error('Redis is away'));
  await expect(relayOnce(database.db, away, NOON, 100)).rejects.toThrow('away');
  expect(await unpublished()).toEqual(['kept']);
});

test('a row for later is not found before its time', async () => {
  await promise('later', { runAt: LATER });
  const { published, publish } = recorder();
  expect([await nextUnpublished(database.db), await relayOnce(database.db, publish, NOON, 100)]).toEqual([LATER, 0]);
  expect(await relayOnce(database.db, publish, LATER, 100)).toBe(1);
  expect(await nextUnpublished(database.db)).toBeUndefined();
  expect(published).toEqual(['sellers seller.register later']);
});

test('a second promise under the same key is dropped while the first is open', async () => {
  await promise('first', { dedupeKey: 'k' });
  await promise('second', { dedupeKey: 'k' });
  expect(await unpublished()).toEqual(['first']);
  await database.db.query('update messaging.outbox set published_at = clock_timestamp(), done_at = clock_timestamp()');
  await promise('third', { dedupeKey: 'k' });
  expect(await unpublished()).toEqual(['third']);
});

test('a running job that enqueues its own next try hands its key over, once for all of its runs', async () => {
  await promise('first', { dedupeKey: 'k' });
  const open = () =>
    database.db.query<(RunningJob & { s: string })[]>(
      `select id, dedupe_key as "dedupeKey", data ->> 'sellerId' as s from messaging.outbox where done_at is null order by id`,
    );
  const [first] = await open();
  if (!first) throw new Error('Nothing was enqueued');
  const again = (key: string) => inJob(first, () => promise('again', { dedupeKey: key }));
  await Promise.all([again('k'), again('k'), again('k')]);
  expect((await open()).map(({ s, dedupeKey }) => [s, dedupeKey])).toEqual([
    ['first', null],
    ['again', 'k'],
  ]);
  await database.db.query(`update messaging.outbox set done_at = clock_timestamp() where id = $1`, [first.id]);
  await again('k');
  await promise('from elsewhere', { dedupeKey: 'k' });
  expect((await open()).map(({ s }) => s)).toEqual(['again']);
});

test('a running job leaves the keys of other jobs alone, and its own when the transaction is rolled back', async () => {
  await promise('first', { dedupeKey: 'k' });
  await promise('other', { dedupeKey: 'o' });
  const keys = () =>
    database.db.query<RunningJob[]>(`select id, dedupe_key as "dedupeKey" from messaging.outbox order by id`);
  const before = await keys();
  const [first] = before;
  if (!first) throw new Error('Nothing was enqueued');
  await inJob(first, () => promise('another', { dedupeKey: 'o' }));
  const refused = transaction(database.db, async (tx) => {
    await inJob(first, () => enqueue(tx, 'seller.register', { sellerId: 'again' }, NOON, { dedupeKey: 'k' }));
    throw new Error('The decision was taken back');
  });
  await expect(refused).rejects.toThrow('taken back');
  expect(await keys()).toEqual(before);
});

type Ages = { published?: string; done?: string; dead?: string };
const insert = (job: string, sellerId: string, { published, done, dead }: Ages) =>
  database.db.query(
    `insert into messaging.outbox (job, data, run_at, published_at, done_at, dead_at) values ($1, jsonb_build_object('sellerId', $2::text), $3,
       clock_timestamp() - $4::interval, clock_timestamp() - $5::interval, clock_timestamp() - $6::interval)`,
    [job, sellerId, NOON, published ?? null, done ?? null, dead ?? null],
  );

test('a job that only a newer version knows stays in the outbox and holds up nobody', async () => {
  await insert('unknown.to-this-version', 'newer', {});
  await promise('known');
  const { published, publish } = recorder();
  expect(await relayOnce(database.db, publish, NOON, 100)).toBe(1);
  expect([published, await unpublished()]).toEqual([['sellers seller.register known'], ['newer']]);
});

test('sweeping frees the rows that were silent too long, and no other', async () => {
  await insert('seller.register', 'silent', { published: '61 seconds' });
  await insert('seller.register', 'recent', { published: '50 seconds' });
  await insert('seller.register', 'done', { published: '1 hour', done: '59 minutes' });
  await insert('seller.register', 'dead', { published: '1 hour', dead: '59 minutes' });
  expect(await sweepOnce(database.db, 60_000, 1_000)).toBe(1);
  expect(await unpublished()).toEqual(['silent']);
});

test('an answer is kept for fifteen days, as the provider keeps its own', async () => {
  await database.db.query(
    `insert into messaging.idempotency (caller, key, request, body_hash, started_at)
     select 'key:kim', d::text, 'POST /', '', clock_timestamp() - make_interval(hours => d) from unnest('{1,24,359,361}'::int[]) d`,
  );
  await tidyOnce(database.db, 1_000);
  const kept = await database.db.query<{ key: string }[]>(`select key from messaging.idempotency order by key::int`);
  expect(kept.map(({ key }) => key)).toEqual(['1', '24', '359']);
});

test('two decisions that tell of one entity at the same moment are both told, one number after the other', async () => {
  const tell = (status: EventData<'seller.changed'>['status']) =>
    transaction(database.db, async (tx) => {
      await emit(tx, 'seller.changed', [{ entityId: 'clash', data: { sellerId: 'clash', status } }], NOON);
      // The others wait for the number until this one commits.
      await new Promise((resolve) => setTimeout(resolve, 100));
    });
  await Promise.all([tell('approved'), tell('limited'), tell('closed')]);
  const rows = await database.db.query<{ sequence: bigint }[]>(
    `select sequence from messaging.event where entity_id = 'clash' order by sequence`,
  );
  expect(rows.map(({ sequence }) => sequence)).toEqual([1n, 2n, 3n]);
});

test('a wrong event does not stop the decision that it tells of, and says nothing that its type does not say', async () => {
  const wrong = { sellerId: 7n, holder: '홍길동' } as unknown as EventData<'seller.changed'>;
  await transaction(database.db, async (tx) => {
    await emit(tx, 'seller.changed', [{ entityId: 'wrong', data: wrong }], NOON);
    await enqueue(tx, 'seller.register', { sellerId: 'decided' }, NOON);
  });
  const [event] = await database.db.query<{ data: object }[]>(
    `select data from messaging.event where entity_id = 'wrong'`,
  );
  expect(event?.data).toEqual({ sellerId: '7' });
  expect(await unpublished()).toEqual(['decided']);
});

test('tidying deletes what was done a week ago, and neither open nor dead rows', async () => {
  await insert('seller.register', 'old', { published: '9 days', done: '8 days' });
  await insert('seller.register', 'young', { published: '9 days', done: '6 days' });
  await insert('seller.register', 'open', { published: '9 days' });
  await insert('seller.register', 'dead', { published: '9 days', dead: '8 days' });
  expect(await tidyOnce(database.db, 1_000)).toBe(1);
  const rows = await database.db.query<{ s: string }[]>(
    `select data ->> 'sellerId' as s from messaging.outbox order by id`,
  );
  expect(rows.map((row) => row.s)).toEqual(['young', 'open', 'dead']);
});
