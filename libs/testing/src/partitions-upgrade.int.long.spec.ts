import { emit } from '@jeongsan/database';
import { emptyDatabase } from './index.js';

jest.setTimeout(120_000);

const idAt = (at: string, n: number): string => {
  const hex = new Date(at).getTime().toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-${n.toString().padStart(12, '0')}`;
};

test('the rows of the time before months stay, with their ids, and their numbers go on', async () => {
  const old = await emptyDatabase();
  const runner = old.db.createQueryRunner();
  const at = old.db.migrations.findIndex((m) => m.name?.startsWith('MonthsOfMessages'));
  const run = async (from: number, to: number) => {
    await runner.startTransaction();
    for (const migration of old.db.migrations.slice(from, to)) await migration.up(runner);
    await runner.commitTransaction();
  };
  await run(0, at);
  const ofVersion4 = 'ff000000-0000-4000-8000-000000000001';
  await old.db.query(
    `insert into messaging.event (id, type, entity_id, sequence, data, created_at)
     select id, 'seller.changed', 's1', n, '{}', '2026-05-10' from unnest($1::uuid[]) with ordinality as e (id, n)`,
    [[ofVersion4, idAt('2026-05-31T14:59:59.999Z', 1), idAt('2026-05-31T15:00:00Z', 2)]],
  );
  await old.db.query(
    `insert into webhooks.endpoint (id, url, event_types, secret_sealed, created_at)
     values (gen_random_uuid(), 'https://a.test', '{}', '', now())`,
  );
  await old.db.query(
    `insert into webhooks.delivery (endpoint_id, event_id, state, next_at)
     select e.id, v.id, 'delivered', now() from webhooks.endpoint e, messaging.event v`,
  );
  await old.db.query(
    `insert into webhooks.inbox (dedupe_key, signature, headers, body_sealed, sealed_by, received_at)
     values ('a', 'valid', '{}', 'x', 'k', '2026-05-31T14:59:59.999Z'), ('b', 'valid', '{}', 'y', 'k', '2026-05-31T15:00:00Z')`,
  );
  await old.db.query(
    `insert into reconciliation.raw_page (sha256, bytes, text_sealed, stored_at) values (repeat('a', 64), 1, 'x', '2026-05-31T15:00:00Z')`,
  );
  const tables = ['messaging.event', 'webhooks.delivery', 'webhooks.inbox', 'reconciliation.raw_page'];
  const all = async () =>
    Promise.all(
      tables.map((table) => old.db.query<unknown[]>(`select to_jsonb(t) - 'month' as row from ${table} t order by 1`)),
    );
  /** Where the rows of a table are, by a column that names them. */
  const places = async (table: string, column: string) => {
    const rows = await old.db.query<{ name: string; place: string }[]>(
      `select ${column} as name, tableoid::regclass::text as place from ${table}`,
    );
    return Object.fromEntries(rows.map(({ name, place }) => [name, place.slice(table.length + 1)]));
  };
  const before = await all();
  expect(before.map((rows) => rows.length)).toEqual([3, 3, 2, 1]);
  await run(at, at + 1);
  await runner.release();
  expect(await all()).toEqual(before);
  expect(await places('messaging.event', 'sequence')).toEqual({ 1: 'rest', 2: '2026_05', 3: '2026_06' });
  expect(Object.values(await places('webhooks.delivery', 'event_id')).sort()).toEqual(['2026_05', '2026_06', 'rest']);
  expect(await places('webhooks.inbox', 'dedupe_key')).toEqual({ a: '2026_05', b: '2026_06' });
  expect(await places('reconciliation.raw_page', 'bytes')).toEqual({ 1: '2026_06' });
  const known = await old.db.query<unknown[]>('select dedupe_key from webhooks.inbox_key order by 1');
  expect(known).toEqual([{ dedupe_key: 'a' }, { dedupe_key: 'b' }]);
  await emit(old.db, 'seller.changed', [{ entityId: 's1', data: { sellerId: 's1', status: 'closed' } }], new Date());
  expect(Object.keys(await places('messaging.event', 'sequence'))).toEqual(['1', '2', '3', '4']);
  await old.drop();
});
