import { PgIdempotencyStore } from '@jeongsan/nest-platform';
import type { IdempotentRequest } from '@jeongsan/nest-kit';
import { testDatabase, testSeal, type TestDatabase } from './index.js';

jest.setTimeout(60_000);
let database: TestDatabase;
let store: PgIdempotencyStore;
beforeAll(async () => {
  database = await testDatabase();
  store = new PgIdempotencyStore(database.db, testSeal);
});
afterAll(() => database.drop());

const asked = (key: string, change: Partial<IdempotentRequest> = {}): IdempotentRequest => ({
  caller: 'key:market',
  key,
  request: 'POST /orders',
  bodyHash: 'aa',
  ...change,
});

test('of twenty equal requests at once one is new and the others wait', async () => {
  const verdicts = await Promise.all(Array.from({ length: 20 }, () => store.begin(asked('race'))));
  expect(verdicts.filter(({ kind }) => kind === 'new')).toHaveLength(1);
  expect(verdicts.filter(({ kind }) => kind === 'running')).toHaveLength(19);
});

test('a finished request is replayed with its status and answer, and its first answer stands', async () => {
  await store.begin(asked('done'));
  await store.finish(asked('done'), 201, { id: 'o1', amount: 12 });
  await store.finish(asked('done'), 200, { id: 'another' });
  expect(await store.begin(asked('done'))).toEqual({ kind: 'replay', status: 201, response: { id: 'o1', amount: 12 } });
});

test('an answer lies under seal, and one of a release that did not seal is still given', async () => {
  await store.begin(asked('sealed'));
  await store.finish(asked('sealed'), 200, { customerName: '홍길동' });
  const [row] = await database.db.query<{ text: string }[]>(
    `select k::text as text from messaging.idempotency k where key = 'sealed'`,
  );
  expect(row?.text).not.toContain('홍길동');
  await database.db.query(`update messaging.idempotency set response = '{"id": "o1"}' where key = 'sealed'`);
  expect(await store.begin(asked('sealed'))).toEqual({ kind: 'replay', status: 200, response: { id: 'o1' } });
});

// prettier-ignore
test.each([
  ['another body', { bodyHash: 'bb' }],
  ['another path', { request: 'POST /sellers' }],
])('the same key with %s is a conflict', async (what, change) => {
  await store.begin(asked(what));
  expect(await store.begin(asked(what, change))).toEqual({ kind: 'conflict' });
});

test('two callers may use the same key', async () => {
  await store.begin(asked('shared'));
  expect(await store.begin(asked('shared', { caller: 'key:other' }))).toEqual({ kind: 'new' });
});

test('an abandoned key is free again, a finished one is not', async () => {
  await store.begin(asked('failed'));
  await store.abandon(asked('failed'));
  expect(await store.begin(asked('failed'))).toEqual({ kind: 'new' });
  await store.finish(asked('failed'), 200, null);
  await store.abandon(asked('failed'));
  expect(await store.begin(asked('failed'))).toEqual({ kind: 'replay', status: 200, response: null });
});

test('a request whose process died is taken over after a minute, by one', async () => {
  await store.begin(asked('crashed'));
  await database.db.query(
    `update messaging.idempotency set started_at = clock_timestamp() - interval '59 seconds' where key = 'crashed'`,
  );
  expect(await store.begin(asked('crashed'))).toEqual({ kind: 'running' });
  await database.db.query(
    `update messaging.idempotency set started_at = clock_timestamp() - interval '61 seconds' where key = 'crashed'`,
  );
  const verdicts = await Promise.all([store.begin(asked('crashed')), store.begin(asked('crashed'))]);
  expect(verdicts.map(({ kind }) => kind).sort()).toEqual(['new', 'running']);
});
