import { DataKeys, DataSeal, isDataSealed } from '@jeongsan/jwe';
import { eraseExpired, reseal, type SealedColumn } from '@jeongsan/nest-platform';
import { testDatabase, type TestDatabase } from './index.js';

jest.setTimeout(60_000);
const [OLD, NEW, LOST] = ['a1', 'b2', 'c3'].map((byte) => byte.repeat(32)) as [string, string, string];
const sealOf = (...keys: string[]) => new DataSeal(DataKeys.parse(keys.join()));
const NAME: SealedColumn = {
  table: 'gateway.orders',
  key: 'order_id',
  keyType: 'text',
  column: 'order_name',
  of: (key) => `name/${key}`,
};
// More than one batch.
const ROWS = 600;

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
beforeEach(() => database.db.query('delete from gateway.orders'));
afterAll(() => database.drop());

const store = (orderId: string, name: string, createdAt = new Date('2026-05-11T01:00:00Z')) =>
  database.db.query(
    `insert into gateway.orders (order_id, order_name, ordered_at, currency, total, tax_free, facts_hash, created_at)
     values ($1, $2, $3, 'KRW', 1, 0, '', $3) on conflict (order_id) do update set order_name = excluded.order_name`,
    [orderId, name, createdAt],
  );
const names = () =>
  database.db.query<{ id: string; name: string }[]>(
    'select order_id as id, order_name as name from gateway.orders order by 1',
  );

test('keys rotate under load: no row is unreadable at any time, and in the end no row needs the old key', async () => {
  const before = sealOf(OLD);
  const both = sealOf(NEW, OLD);
  await database.db.query(
    `insert into gateway.orders (order_id, order_name, ordered_at, currency, total, tax_free, facts_hash, created_at)
     select k, n, now(), 'KRW', 1, 0, '', now() from unnest($1::text[], $2::text[]) as r(k, n)`,
    [
      Array.from({ length: ROWS }, (_, i) => `order-${i}`),
      Array.from({ length: ROWS }, (_, i) => before.seal(NAME.of(`order-${i}`), `name ${i}`)),
    ],
  );
  let isOver = false;
  let unreadable = 0;
  const reader = async () => {
    while (!isOver) {
      for (const { id, name } of await names()) if (!both.open(NAME.of(id), name).startsWith('name ')) unreadable += 1;
    }
  };
  const writer = async () => {
    // Some replicas use the new key for decrypting only, as in the first step of a rotation.
    const replicas = [sealOf(OLD, NEW), both];
    for (let i = 0; !isOver; i = (i + 1) % ROWS) {
      const id = `order-${i}`;
      await store(id, (replicas[i % 2] as DataSeal).seal(NAME.of(id), `name ${i} again`));
    }
  };
  const others = Promise.all([reader(), writer()]);
  for (let walk = 0; walk < 3; walk += 1) await reseal(database.db, both, NAME);
  isOver = true;
  await others;
  expect(unreadable).toBe(0);
  await reseal(database.db, both, NAME);
  const withNewKeyAlone = sealOf(NEW);
  for (const { id, name } of await names()) expect(withNewKeyAlone.open(NAME.of(id), name)).toMatch(/^name \d+/);
});

test('what lies in clear is sealed, what was erased stays empty, and what no key opens is told and left', async () => {
  const seal = sealOf(NEW);
  await store('order-clear', '홍길동의 주문');
  await store('order-erased', '');
  await store('order-lost', sealOf(LOST).seal(NAME.of('order-lost'), 'x'));
  await store('order-moved', seal.seal(NAME.of('another'), 'x').replace(seal.mark, sealOf(OLD).mark));
  expect(await reseal(database.db, seal, NAME)).toEqual({ resealed: 1, unreadable: 2 });
  expect(await reseal(database.db, seal, NAME)).toEqual({ resealed: 0, unreadable: 2 });
  const rows = new Map((await names()).map(({ id, name }) => [id, name]));
  expect(seal.open(NAME.of('order-clear'), rows.get('order-clear') ?? '')).toBe('홍길동의 주문');
  expect(rows.get('order-erased')).toBe('');
  expect(isDataSealed(rows.get('order-lost') ?? '')).toBe(true);
});

test('what is past its days is erased to the last row, in batches; what is a moment younger stays', async () => {
  const now = new Date('2026-05-11T15:30:00Z'); // 00:30 in Seoul
  const at = (days: number, ms = 0) => new Date(now.getTime() - days * 86_400_000 + ms);
  await database.db.query(
    `insert into gateway.orders (order_id, order_name, ordered_at, currency, total, tax_free, facts_hash, created_at)
     select 'order-old-' || i, 'name', $1, 'KRW', 1, 0, '', $1 from generate_series(1, $2) i`,
    [at(30, -1), ROWS],
  );
  await store('order-young', 'name', at(30));
  const erase = `update gateway.orders set order_name = '' where order_id in (
                   select order_id from gateway.orders where order_name <> '' and created_at < $1 limit $2)`;
  expect(await eraseExpired(database.db, { kind: 'names', days: 30, erase }, now)).toBe(ROWS);
  expect((await names()).filter(({ name }) => name !== '')).toEqual([{ id: 'order-young', name: 'name' }]);
});
