import { randomUUID } from 'node:crypto';
import { balances, booksAreSound, testDatabase, type TestDatabase } from '@jeongsan/testing';
import { openSeller } from '../../testing/closing-world.js';
import { canceledPart, paidOrder } from '../../testing/market.js';
import { matureLines } from './mature-lines.js';

let database: TestDatabase;
beforeEach(async () => {
  database = await testDatabase();
  for (const id of ['a', 'b', 'c']) await openSeller(database.db, id);
});
afterEach(async () => {
  await booksAreSound(database.db);
  // Each posting's amount must be the sum of the lines that carry its key.
  const wrong = await database.db.query<unknown[]>(
    `select p.key, max(e.amount), sum(m.amount) from ledger.posting p
       join ledger.entry e on e.posting_id = p.id and e.amount > 0
       left join payouts.matured_line m on m.posting_key = p.key
      where p.template = 'line.matured' group by p.id, p.key having max(e.amount) is distinct from sum(m.amount)`,
  );
  expect(wrong).toEqual([]);
  await database.drop();
});

const SEVENTY_THIRTY = [
  { share: 70_000, maturesOn: '2026-05-08' },
  { share: 30_000, maturesOn: '2026-05-11' },
];
const whole = (maturesOn: string) => [{ share: 100_000, maturesOn }];
const money = async (sellerId = 'a') => {
  const all = await balances(database.db);
  const of = (part: string) => -(all[`seller:${sellerId}:${part}`] ?? 0n);
  return { pending: of('pending'), payable: of('payable'), debt: -of('debt') };
};
const matured = () =>
  database.db.query<unknown[]>(
    `select tranche, share, amount, matured_on as "on", posting_key as key from payouts.matured_line order by matured_on, tranche`,
  );

test('70 % on its day, the rest on its own', async () => {
  await paidOrder(database.db, 'a', SEVENTY_THIRTY);
  expect(await matureLines(database.db, '2026-05-07')).toBe(0);
  expect(await matureLines(database.db, '2026-05-08')).toBe(1);
  expect(await money()).toEqual({ pending: 2_670n, payable: 6_230n, debt: 0n });
  expect(await matureLines(database.db, '2026-05-11')).toBe(1);
  expect(await money()).toEqual({ pending: 0n, payable: 8_900n, debt: 0n });
  expect(await matured()).toEqual([
    { tranche: 1, share: 70_000, amount: 6_230n, on: '2026-05-08', key: 'line.matured/a/2026-05-08/1' },
    { tranche: 2, share: 30_000, amount: 2_670n, on: '2026-05-11', key: 'line.matured/a/2026-05-11/1' },
  ]);
});

// Line of 8,900 net in 70 % and 30 %; what is canceled between the two days comes from what waits, then from what is payable.
// prettier-ignore
test.each`
  cancels                                                                          | payable   | pending   | second    | because
  ${[]}                                                                            | ${8_900n} | ${0n}     | ${2_670n} | ${'nothing was canceled'}
  ${[{ net: 1_000n, fromPayable: 0n }]}                                            | ${7_900n} | ${0n}     | ${1_670n} | ${'a little: from what waited'}
  ${[{ net: 2_670n, fromPayable: 0n }]}                                            | ${6_230n} | ${0n}     | ${0n}     | ${'exactly what waited'}
  ${[{ net: 4_000n, fromPayable: 1_330n }]}                                        | ${4_900n} | ${0n}     | ${0n}     | ${'more than waited'}
  ${[{ net: 2_000n, fromPayable: 0n }, { net: 2_000n, fromPayable: 1_330n }]}      | ${4_900n} | ${0n}     | ${0n}     | ${'the same in two'}
  ${[{ net: 8_900n, fromPayable: 6_230n }]}                                        | ${0n}     | ${0n}     | ${0n}     | ${'everything'}
`('canceled between the parts ($because): the second brings $second', async (row: Record<string, unknown>) => {
  const orderId = await paidOrder(database.db, 'a', SEVENTY_THIRTY);
  await matureLines(database.db, '2026-05-08');
  for (const part of row['cancels'] as { net: bigint; fromPayable: bigint }[]) await canceledPart(database.db, orderId, part);
  await matureLines(database.db, '2026-05-11');
  expect(await money()).toEqual({ pending: row['pending'], payable: row['payable'], debt: 0n });
  const second = (await matured())[1] as { amount: bigint; key: string | null } | undefined;
  expect(second?.amount ?? 0n).toBe(row['second']);
  expect(await matureLines(database.db, '2026-05-12')).toBe(0);
});

test('canceled in part before anything matured: each part is of what is left, and the last takes the odd won', async () => {
  const orderId = await paidOrder(database.db, 'a', [
    { share: 33_333, maturesOn: '2026-05-08' },
    { share: 33_333, maturesOn: '2026-05-09' },
    { share: 33_334, maturesOn: '2026-05-10' },
  ]);
  await canceledPart(database.db, orderId, { net: 899n, fromPayable: 0n });
  for (const day of ['08', '09', '10']) await matureLines(database.db, `2026-05-${day}`);
  expect(((await matured()) as { amount: bigint }[]).map((m) => m.amount)).toEqual([2_666n, 2_667n, 2_668n]);
  expect(await money()).toEqual({ pending: 0n, payable: 8_001n, debt: 0n });
});

test('parts that are due on one day mature together, in one posting with the seller’s other lines', async () => {
  await paidOrder(database.db, 'a', SEVENTY_THIRTY);
  await paidOrder(database.db, 'a', whole('2026-05-09'));
  expect(await matureLines(database.db, '2026-05-11')).toBe(3);
  expect(await money()).toEqual({ pending: 0n, payable: 17_800n, debt: 0n });
  expect(new Set(((await matured()) as { key: string }[]).map((m) => m.key)).size).toBe(1);
});

test('a later part may be due before an earlier one of the terms', async () => {
  await paidOrder(database.db, 'a', [
    { share: 70_000, maturesOn: '2026-05-11' },
    { share: 30_000, maturesOn: '2026-05-08' },
  ]);
  await matureLines(database.db, '2026-05-08');
  expect(await money()).toEqual({ pending: 6_230n, payable: 2_670n, debt: 0n });
  await matureLines(database.db, '2026-05-11');
  expect(await money()).toEqual({ pending: 0n, payable: 8_900n, debt: 0n });
});

test('a held order does not mature, its seller’s others do, and it follows when the hold ends', async () => {
  const held = await paidOrder(database.db, 'a', whole('2026-05-08'));
  await paidOrder(database.db, 'a', whole('2026-05-08'));
  const hold = (reason: string, releaseOn: string | null) =>
    database.db.query(
      `insert into payouts.hold (id, seller_id, reason, scope, order_id, release_on, placed_at) values ($1, 'a', $2, 'ORDER', $3, $4, now())`,
      [randomUUID(), reason, held, releaseOn],
    );
  await hold('DISPUTED', '2026-05-10');
  await matureLines(database.db, '2026-05-08');
  expect(await money()).toEqual({ pending: 8_900n, payable: 8_900n, debt: 0n });
  await matureLines(database.db, '2026-05-09');
  expect((await money()).pending).toBe(8_900n);
  await hold('ASKED_BY_SELLER', null);
  await matureLines(database.db, '2026-05-10');
  expect((await money()).pending).toBe(8_900n);
  await database.db.query(`update payouts.hold set released_at = now()`);
  await matureLines(database.db, '2026-05-11');
  expect(await money()).toEqual({ pending: 0n, payable: 17_800n, debt: 0n });
});

test('in small steps as in large ones, at once from several places, and nothing twice', async () => {
  for (const id of ['a', 'b', 'c']) for (let n = 0; n < 7; n += 1) await paidOrder(database.db, id, SEVENTY_THIRTY);
  const step = { sellers: 2, tranches: 3 };
  const counts = await Promise.all([1, 2, 3].map(() => matureLines(database.db, '2026-05-11', step)));
  expect(counts.reduce((a, b) => a + b)).toBe(42);
  expect(await matureLines(database.db, '2026-05-11', step)).toBe(0);
  for (const id of ['a', 'b', 'c']) expect(await money(id)).toEqual({ pending: 0n, payable: 62_300n, debt: 0n });
});
