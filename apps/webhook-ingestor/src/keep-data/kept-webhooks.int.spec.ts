import { emit } from '@jeongsan/database';
import { eraseExpired } from '@jeongsan/nest-platform';
import { testDatabase, testSeal, type TestDatabase } from '@jeongsan/testing';
import pg from 'pg';
import type { Webhook } from '../receive-webhook/read-webhook.js';
import { signedStore } from '../receive-webhook/store-signed.js';
import { keptWebhooks } from './kept-webhooks.js';

jest.setTimeout(60_000);
const DAYS = { webhooks: 30, deliveries: 90, events: 366 };
const DAY_MS = 86_400_000;

let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await testDatabase();
  pool = new pg.Pool({ connectionString: database.url, max: 2 });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});
beforeEach(() => database.db.query('truncate webhooks.inbox, webhooks.inbox_key, webhooks.delivery, messaging.event'));

const makeMonths = (at: string) => database.db.query('select messaging.make_months($1, 1)', [new Date(at)]);
const webhook = (dedupeKey: string): Webhook => ({
  ...{
    dedupeKey,
    transmissionId: dedupeKey,
    eventType: 'payout.changed',
    signature: 'valid',
    retriedCount: 0,
    headers: {},
  },
  ...{ body: Buffer.from('{}'), nudge: undefined, leftAlone: undefined },
});
const storeAt = (at: string, dedupeKey: string) =>
  signedStore({
    pool,
    seal: testSeal,
    now: () => new Date(at),
    publishing: { isPossible: false, add: () => undefined },
  })(webhook(dedupeKey));

async function erase(kind: string, now: string): Promise<number> {
  const retention = keptWebhooks(DAYS).retentions.find((it) => it.kind === kind);
  if (!retention) throw new Error(`There is no retention of ${kind}`);
  return eraseExpired(database.db, retention, new Date(now));
}
const inbox = async () => {
  const rows = await database.db.query<{ key: string; place: string }[]>(
    `select dedupe_key as key, tableoid::regclass::text as place from webhooks.inbox order by received_at`,
  );
  return Object.fromEntries(rows.map(({ key, place }) => [key, place.slice('webhooks.'.length)]));
};

test('a webhook is recognised when it comes again in the next month', async () => {
  await makeMonths('2026-01-15T00:00:00Z');
  expect(await storeAt('2026-01-31T14:59:59.999Z', 'a')).toBe('stored');
  expect(await storeAt('2026-01-31T15:00:00Z', 'b')).toBe('stored');
  expect(await storeAt('2026-02-03T00:00:00Z', 'a')).toBe('duplicate');
  expect(await inbox()).toEqual({ a: 'inbox_2026_01', b: 'inbox_2026_02' });
});

test('a month of webhooks leaves as a whole, when its last one is old enough; what stands in no month leaves by its day', async () => {
  await makeMonths('2026-01-15T00:00:00Z');
  for (const [at, key] of [
    ['2019-05-05T00:00:00Z', 'long ago'],
    ['2026-01-01T00:00:00Z', 'early'],
    ['2026-01-31T14:00:00Z', 'late'],
    ['2026-02-01T00:00:00Z', 'next'],
  ] as const)
    await storeAt(at, key);
  expect(await erase('webhooks received', '2026-03-01T00:00:00Z')).toBe(0);
  expect(Object.keys(await inbox())).toEqual(['early', 'late', 'next']);
  expect(await erase('webhooks received', '2026-03-03T00:00:00Z')).toBe(1);
  expect(await inbox()).toEqual({ next: 'inbox_2026_02' });
  expect(await erase('keys of webhooks received', '2026-03-03T00:00:00Z')).toBe(3);
  expect(await storeAt('2026-03-03T00:00:00Z', 'next')).toBe('duplicate');
});

const now = new Date();
const told = async (entityId: string): Promise<string> => {
  await emit(database.db, 'seller.changed', [{ entityId, data: { sellerId: entityId, status: 'approved' } }], now);
  const [row] = await database.db.query<{ id: string }[]>(
    `select id from messaging.event where entity_id = $1 order by sequence desc limit 1`,
    [entityId],
  );
  return row?.id ?? '';
};
/** Gives an event the id of an earlier instant. */
async function movedBack(id: string, at: string): Promise<string> {
  const [[row]] = await database.db.query<[{ id: string }[], number]>(
    `update messaging.event set created_at = $2,
            id = encode(substring(uuid_send(messaging.first_id($2)) for 6) || substring(uuid_send(id) from 7), 'hex')::uuid
      where id = $1 returning id`,
    [id, new Date(at)],
  );
  return row?.id ?? '';
}
async function delivery(eventId: string, state: string, nextAt: string): Promise<void> {
  const [endpoint] = await database.db.query<{ id: string }[]>(
    `insert into webhooks.endpoint (id, url, event_types, secret_sealed, created_at)
     values (gen_random_uuid(), 'https://a.test', '{seller.changed}', '', now()) returning id`,
  );
  await database.db.query(
    'insert into webhooks.delivery (endpoint_id, event_id, state, next_at) values ($1, $2, $3, $4)',
    [endpoint?.id, eventId, state, new Date(nextAt)],
  );
}
const count = async (table: string): Promise<bigint> => {
  const [row] = await database.db.query<{ n: bigint }[]>(`select count(*) as n from ${table}`);
  return row?.n ?? 0n;
};

test('the numbers of an entity go on when the month of its last event has left', async () => {
  await makeMonths('2024-01-15T00:00:00Z');
  await told('kept');
  await movedBack(await told('kept'), '2024-01-20T00:00:00Z');
  await movedBack(await told('kept'), '2024-02-20T00:00:00Z');
  expect(await erase('events', '2025-02-10T00:00:00Z')).toBe(1);
  expect(await count('messaging.event')).toBe(2n);
  await told('kept');
  const rows = await database.db.query<{ sequence: bigint }[]>(
    'select sequence from messaging.event order by sequence',
  );
  expect(rows.map(({ sequence }) => sequence)).toEqual([1n, 3n, 4n]);
});

// prettier-ignore
test.each([
  ['is pending',            'pending',   '2024-05-20T00:00:00Z', { events: 1n, deliveries: 1n }],
  ['was sent again lately', 'delivered', '2025-06-01T00:00:00Z', { events: 0n, deliveries: 1n }],
  ['ended long ago',        'delivered', '2024-05-20T00:00:00Z', { events: 0n, deliveries: 0n }],
])('a delivery that %s: what is kept of its month', async (_, state, nextAt, kept) => {
  await makeMonths('2024-05-15T00:00:00Z');
  await delivery(await movedBack(await told('due'), '2024-05-20T00:00:00Z'), state, nextAt);
  await erase('events', '2025-06-10T00:00:00Z');
  await erase('deliveries that ended', '2025-06-10T00:00:00Z');
  expect({ events: await count('messaging.event'), deliveries: await count('webhooks.delivery') }).toEqual(kept);
});

test('an event keeps its month while its delivery is not planned', async () => {
  await makeMonths('2023-05-15T00:00:00Z');
  const id = await movedBack(await told('planned'), '2023-05-20T00:00:00Z');
  await database.db.query(
    `insert into messaging.outbox (job, data, run_at, dead_at) values ('webhook.deliver', jsonb_build_object('eventId', $1::text), now(), now())`,
    [id],
  );
  await erase('events', '2024-12-10T00:00:00Z');
  expect(await count('messaging.event')).toBe(1n);
  await database.db.query(`update messaging.outbox set done_at = now()`);
  await erase('events', '2024-12-10T00:00:00Z');
  expect(await count('messaging.event')).toBe(0n);
});

test('a clock years ahead drops no event of today', async () => {
  await told('today');
  await erase('events', new Date(now.getTime() + 4_000 * DAY_MS).toISOString());
  expect(await count('messaging.event')).toBe(1n);
});
