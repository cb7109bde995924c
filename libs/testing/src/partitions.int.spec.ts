import { databaseServices, emit, makeMonths as makeAllMonths, roleOf } from '@jeongsan/database';
import { attachPartition, detachPartition, dropPartition, listPartitions, retainPartitions } from '@jeongsan/books';
import type { DataSource } from 'typeorm';
import { eventually, testDatabase, type TestDatabase } from './index.js';

jest.setTimeout(60_000);
const MAY = { table: 'webhooks.inbox', month: '2026-05' };
const JULY = new Date('2026-07-10T00:00:00Z');

let database: TestDatabase;
let db: DataSource;
beforeAll(async () => {
  database = await testDatabase();
  db = database.db;
  await makeMonths('2026-05-10T00:00:00Z');
});
afterAll(() => database.drop());
beforeEach(() => db.query('truncate webhooks.inbox, messaging.event, messaging.event_sequence'));

const makeMonths = (at: string) => db.query('select messaging.make_months($1, 1)', [new Date(at)]);
const receive = (key: string, at: string) =>
  db.query(`insert into webhooks.inbox (dedupe_key, signature, headers, received_at) values ($1, 'valid', '{}', $2)`, [
    key,
    new Date(at),
  ]);
/** Where the rows of a table are, by a column that names them. */
async function places(table: string, column: string): Promise<Record<string, string>> {
  const rows = await db.query<{ name: string; place: string }[]>(
    `select ${column} as name, tableoid::regclass::text as place from ${table}`,
  );
  return Object.fromEntries(rows.map(({ name, place }) => [name, place.slice(table.length + 1)]));
}
const stateOf = async (month: string) =>
  (await listPartitions(db)).filter((row) => row.table === MAY.table && row.month === month).map(({ state }) => state);

test('a row stands in the month of Seoul, and waits in the rest until its month has a table', async () => {
  await receive('last of May', '2026-05-31T14:59:59.999Z');
  await receive('first of June', '2026-05-31T15:00:00Z');
  await receive('early', '2020-03-03T00:00:00Z');
  expect(await places('webhooks.inbox', 'dedupe_key')).toEqual({
    'last of May': '2026_05',
    'first of June': '2026_06',
    early: 'rest',
  });
  await makeMonths('2026-05-10T00:00:00Z');
  expect(await places('webhooks.inbox', 'dedupe_key')).toMatchObject({ early: '2020_03' });
  await retainPartitions(db, 'webhooks.inbox', new Date('2020-04-02T00:00:00Z'));
});

test('an event told now stands in the month of now', async () => {
  const now = new Date();
  await emit(db, 'seller.changed', [{ entityId: 's1', data: { sellerId: 's1', status: 'approved' } }], now);
  const seoul = new Date(now.getTime() + 9 * 3_600_000).toISOString().slice(0, 7).replace('-', '_');
  expect(await places('messaging.event', 'entity_id')).toEqual({ s1: seoul });
});

test('a month is detached, attached with what came meanwhile, detached again and dropped', async () => {
  await receive('kept', '2026-05-10T00:00:00Z');
  await detachPartition(db, MAY, JULY);
  expect([await places('webhooks.inbox', 'dedupe_key'), await stateOf('2026-05')]).toEqual([{}, ['DETACHED']]);
  await receive('meanwhile', '2026-05-11T00:00:00Z');
  expect(await places('webhooks.inbox', 'dedupe_key')).toEqual({ meanwhile: 'rest' });
  // The nightly run does not take a detached table for one that is missing.
  await makeMonths('2026-05-10T00:00:00Z');
  await attachPartition(db, MAY);
  expect(await places('webhooks.inbox', 'dedupe_key')).toEqual({ kept: '2026_05', meanwhile: '2026_05' });
  await detachPartition(db, MAY, JULY);
  await dropPartition(db, MAY);
  expect([await places('webhooks.inbox', 'dedupe_key'), await stateOf('2026-05')]).toEqual([{}, []]);
  await makeMonths('2026-05-10T00:00:00Z');
});

// prettier-ignore
test.each([
  ['a month that is not over',      () => detachPartition(db, { ...MAY, month: '2026-06' }, new Date('2026-06-30T14:59:00Z')), 'is not over'],
  ['a month without a table',       () => detachPartition(db, { ...MAY, month: '2019-01' }, JULY), 'is not attached'],
  ['a table without months',        () => detachPartition(db, { table: 'gateway.orders', month: '2026-05' }, JULY), 'has no months'],
  ['attaching what is attached',    () => attachPartition(db, MAY), 'is not detached'],
  ['dropping what is attached',     () => dropPartition(db, MAY), 'is not detached'],
  ['dropping a month of the ledger',() => dropPartition(db, { table: 'ledger.entry', month: '2026-05' }), 'has no months'],
  ['keeping a table without months',() => retainPartitions(db, 'gateway.orders', JULY), 'has no months'],
  ['a month that is none',          () => dropPartition(db, { ...MAY, month: '2026-13' }), '2026-13'],
])('%s is refused', async (_, change, reason) => {
  await expect(change()).rejects.toThrow(reason);
});

test('no service has a right on the table of one month, or makes, detaches or drops one by itself', async () => {
  const rights = await db.query<unknown[]>(
    `select role, c.oid::regclass::text as what from unnest($1::text[]) role, pg_class c join messaging.monthly m on c.oid::regclass::text like m.parent || '\\_%'
      where c.relispartition and has_table_privilege(role, c.oid, 'select, insert, update, delete, truncate')
      union all
     select role, f.oid::regprocedure::text from unnest($1::text[]) role, pg_proc f
      where f.prosecdef and f.proname in ('drop_months', 'drop_pages') and has_function_privilege(role, f.oid, 'execute')
        and not (role = $2 and f.pronamespace = 'webhooks'::regnamespace) and not (role = $3 and f.pronamespace = 'reconciliation'::regnamespace)`,
    [
      databaseServices.map((service) => roleOf('jeongsan_test', service)),
      ...(['webhook-ingestor', 'settlement-reconciler'] as const).map((it) => roleOf('jeongsan_test', it)),
    ],
  );
  expect(rights).toEqual([]);
});

test('months are made beside a statement that uses two of the tables, and neither fails', async () => {
  let made: Promise<void> | undefined;
  await db.transaction(async (tx) => {
    await tx.query('lock table webhooks.delivery in row exclusive mode');
    made = makeAllMonths(db, new Date('2041-05-10T00:00:00Z'));
    await eventually(async () =>
      expect(
        await db.query(`select from pg_locks where not granted and relation = 'webhooks.delivery_rest'::regclass`),
      ).toHaveLength(1),
    );
    await tx.query('lock table messaging.event in row exclusive mode');
  });
  await made;
  const months = (await listPartitions(db)).filter(({ month }) => month === '2041-05').map(({ table }) => table);
  expect(months).toEqual(expect.arrayContaining(['messaging.event', 'webhooks.delivery']));
});
