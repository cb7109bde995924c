import { randomUUID } from 'node:crypto';
import { DataKeys, DataSeal } from '@jeongsan/jwe';
import { testDatabase, type TestDatabase } from '@jeongsan/testing';
import { keyIdOf, openBody, sealBody } from '../sealed-body.js';
import { eraseBodies } from '../keep-data/erase-bodies.js';
import { forgetLooks } from './forget-looks.js';
import { sealEarlier } from './seal-earlier.js';

const [OLD, NEW] = ['a1'.repeat(32), 'b2'.repeat(32)];
const sealOf = (...keys: string[]) => new DataSeal(DataKeys.parse(keys.join(',')));
/** The body is not valid text, to show that bytes are stored. */
const BODY = Buffer.concat([Buffer.from('{"name":"홍길동","a":1.0}\n'), Buffer.from([0xff, 0x00, 0x80])]);

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
}, 60_000);
afterAll(() => database.drop());
beforeEach(() => database.db.query('truncate webhooks.inbox, webhooks.inbox_key, webhooks.look'));

type Row = { dedupe_key: string; body: Buffer | null; body_sealed: string; sealed_by: string };
const inbox = () => database.db.query<Row[]>('select * from webhooks.inbox order by dedupe_key');

/** Inserts webhooks with their bytes in clear, like releases before sealing did. */
const storedInClear = (count: number) =>
  database.db.query(
    `insert into webhooks.inbox (dedupe_key, event_type, signature, headers, body, received_at)
     select 'whtrans_' || lpad(n::text, 4, '0'), 'payout.changed', 'valid', '{}', $1, now() from generate_series(1, $2::int) as n`,
    [BODY, count],
  );
const idsOf = (keys: readonly string[]) => keys.map((key) => keyIdOf(sealOf(key)));
async function sealAll(newest: string, ...older: string[]): Promise<number> {
  const [seal, ids] = [sealOf(newest, ...older), idsOf(older)];
  let found = 0;
  for (let rows = -1; rows !== 0; found += rows) rows = await sealEarlier(database.db, seal, ids);
  return found;
}

test('bodies from before they were sealed are sealed, each to the byte, by any number of processes at once', async () => {
  await storedInClear(170);
  const seal = sealOf(OLD);
  const found = await Promise.all([sealAll(OLD), sealAll(OLD), sealAll(OLD)]);
  expect(found.reduce((sum, n) => sum + n)).toBe(170);
  const rows = await inbox();
  expect(rows.filter((row) => row.body !== null)).toEqual([]);
  expect(rows.every((row) => openBody(seal, row.dedupe_key, row.body_sealed).equals(BODY))).toBe(true);
  const [first, second] = rows;
  expect(() => openBody(seal, second?.dedupe_key ?? '', first?.body_sealed ?? '')).toThrow('No key opens');
});

test('after a key is rotated, what the older one sealed is sealed again, and the older one may go', async () => {
  await storedInClear(3);
  await sealAll(OLD);
  for (const [keys, before] of [
    [[NEW, OLD], OLD],
    [[OLD, NEW], NEW],
  ] as const) {
    expect(await sealAll(...keys)).toBe(3);
    const [row] = await inbox();
    expect(openBody(sealOf(keys[0]), row?.dedupe_key ?? '', row?.body_sealed ?? '').equals(BODY)).toBe(true);
    expect(() => openBody(sealOf(before), row?.dedupe_key ?? '', row?.body_sealed ?? '')).toThrow(
      'a key that is not here',
    );
  }
});

test('what a key sealed that is no longer here stays as it is, and keeps nothing else from being sealed', async () => {
  await storedInClear(60);
  await sealAll(OLD);
  await database.db.query(
    `insert into webhooks.inbox (dedupe_key, signature, headers, body, received_at) values ('later', 'valid', '{}', $1, now())`,
    [BODY],
  );
  expect(await sealAll(NEW)).toBe(1);
});

test('what was erased stays so', async () => {
  await storedInClear(1);
  await sealAll(OLD);
  await database.db.query('update webhooks.inbox set body_sealed = null, sealed_by = null');
  expect(await sealAll(NEW, OLD)).toBe(0);
});

test('a body is in clear or sealed, never both', async () => {
  await storedInClear(1);
  const sealed = sealBody(sealOf(OLD), 'whtrans_0001', BODY);
  const both = database.db.query(`update webhooks.inbox set body_sealed = $1, sealed_by = 'x'`, [sealed]);
  await expect(both).rejects.toThrow('one_body');
});

test('what webhooks said about one payment is erased, sealed or not, and nothing else is', async () => {
  const body = (paymentKey: string) =>
    Buffer.from(`{ "eventType":"PAYMENT_STATUS_CHANGED", "data":{"paymentKey":"${paymentKey}"} }`);
  const add = (key: string, paymentKey: string) =>
    database.db.query(
      `insert into webhooks.inbox (dedupe_key, signature, headers, body, received_at) values ($1, 'absent', '{}', $2, now())`,
      [key, body(paymentKey)],
    );
  await add('a', 'pay_erased');
  await add('b', 'pay_kept');
  await sealAll(OLD);
  await add('c', 'pay_erased');
  await eraseBodies(database.db, 'pay_erased');
  const rows = await inbox();
  expect(rows.map(({ body: clear, body_sealed: sealed }) => clear !== null || sealed !== null)).toEqual([
    false,
    true,
    false,
  ]);
});

test('what webhooks said about the order of a link is erased with the payment that paid it', async () => {
  await database.db.query(
    `insert into gateway.sold_item (payment_key, position, subject, kind, key, quantity, unit_price, delivery, tax_free, sold_at)
     values ('pay_link', 1, 'link/ord_1', 'product', 'p', 1, 1, 0, 0, now())`,
  );
  for (const order of ['ord_1', 'ord_2'])
    await database.db.query(
      `insert into webhooks.inbox (dedupe_key, signature, headers, body_sealed, sealed_by, received_at, subject)
       values ($1, 'absent', '{}', 'x', 'k', now(), 'link/' || $1)`,
      [order],
    );
  await eraseBodies(database.db, 'pay_link');
  const kept = await database.db.query<unknown[]>(
    `select subject, body_sealed is not null as kept from webhooks.inbox where subject like 'link/%' order by subject`,
  );
  expect(kept).toEqual([
    { subject: 'link/ord_1', kept: false },
    { subject: 'link/ord_2', kept: true },
  ]);
});

test('erasing what was said about one payment does not read the whole inbox', async () => {
  await database.db.query(
    `insert into webhooks.inbox (dedupe_key, signature, headers, body_sealed, sealed_by, received_at, subject)
     select 'whtrans_' || n, 'valid', '{}', repeat('x', 600), 'k', now() - n * interval '1 second', 'payment/pay_' || n
       from generate_series(1, 20000) as n`,
  );
  await storedInClear(3);
  await database.db.query('analyze webhooks.inbox');
  const plan: string[] = [];
  const explaining = async <T>(sql: string, parameters?: unknown[]): Promise<T> => {
    const lines = await database.db.query<{ 'QUERY PLAN': string }[]>(
      `explain (analyze, costs off) ${sql}`,
      parameters,
    );
    plan.push(...lines.map((line) => line['QUERY PLAN']));
    return [] as T;
  };
  await eraseBodies({ query: explaining }, 'pay_777');
  // Months without rows are read as they are.
  expect(plan.filter((line) => line.includes('Seq Scan') && !line.includes('rows=0.00'))).toEqual([]);
  expect(plan.filter((line) => /Removed by Filter: \d{3}/.test(line))).toEqual([]);
  expect(plan.join()).toMatch(/inbox_\d{4}_\d{2}_subject_idx/);
});

test('looks are forgotten once nothing depends on them', async () => {
  const now = new Date('2026-11-22T00:30:00+09:00');
  const at = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
  for (const due of [at(-61), at(-59), at(1)])
    await database.db.query('insert into webhooks.look (subject, due_at) values ($1, $2)', [randomUUID(), due]);
  expect([await forgetLooks(database.db, now, 10), await forgetLooks(database.db, now, 10)]).toEqual([1, 0]);
});
