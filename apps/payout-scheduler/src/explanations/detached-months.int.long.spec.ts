import { instantAt } from '@jeongsan/calendar';
import { booksAreSound, detachMonths, testDatabase, type TestDatabase } from '@jeongsan/testing';
import { readHeldMoney } from '../closing/close-statements/held-money.js';
import { readDebts, readSellerDebt } from '../closing/read-balances/read-debts.js';
import { readSellerBalances } from '../closing/read-balances/read-seller-balances.js';
import { owedOf } from '../closing/reissues/owed-again.js';
import { readLines, totalsByKind } from '../closing/read-statement/statement-lines.js';
import { type MarketOrder, SettledMarket } from '../testing/settled-market.js';
import { policy } from '../testing/usual-policy.js';
import { balanceAt } from './balance-at/balance-at.js';
import { explainOrder } from './explain-order/explain-order.js';
import { explainPayout } from './explain-payout/explain-payout.js';

jest.setTimeout(240_000);
const NOW = instantAt('2026-07-10', '18:00:00');
const reader = { lang: 'en', audience: 'operator' } as const;

let database: TestDatabase;
let market: SettledMarket;
beforeEach(async () => {
  database = await testDatabase();
  market = new SettledMarket(database.db);
});
afterEach(() => database.drop());

/** May: a paid payout with tax withheld, a failed one, a debt, a reserve, money on no statement, a payout on its way. June: a sale. */
async function trade(): Promise<MarketOrder[]> {
  const withheld = { taxType: 'WITHHOLDING' as const };
  await market.seller('paid', { cycle: 'WEEKLY:FRI', reserve: { kind: 'ROLLING', rate: 10_000, days: 60 } });
  await market.seller('failed', { cycle: 'WEEKLY:FRI', ...withheld });
  await market.seller('owes', { cycle: 'WEEKLY:FRI' });
  await market.seller('waits', { cycle: 'MONTHLY:20' });
  await market.seller('sent', { cycle: 'WEEKLY:FRI' });
  const orders: MarketOrder[] = [];
  for (const sellerId of ['paid', 'failed', 'owes', 'sent'])
    orders.push(await market.order([{ sellerId, amount: 100_000n }]));
  orders.push(await market.order([{ sellerId: 'waits', amount: 70_000n, maturesOn: '2026-05-25' }]));
  await market.draft('2026-05-08');
  const first = async (sellerId: string) => (await market.payouts(sellerId))[0]?.id ?? '';
  for (const sellerId of ['paid', 'owes'])
    await market.advance(await first(sellerId), '2026-05-08', ['submit', 'accept', 'settle']);
  await market.advance(await first('sent'), '2026-05-08', ['submit', 'accept']);
  await market.advance(await first('failed'), '2026-05-08', ['submit', 'fail'], {
    failureCode: 'INVALID_ACCOUNT_NUMBER',
    failureClass: 'seller_must_act',
  });
  await market.cancel(orders[2] as MarketOrder, 0, 30_000n, '2026-05-12');
  await market.draft('2026-05-26');
  orders.push(await market.order([{ sellerId: 'paid', amount: 20_000n, maturesOn: '2026-06-20' }], '2026-06-10'));
  await market.draft('2026-06-20');
  return orders;
}

/** The answers of all readers that look at the ledger's history. */
async function answers(orders: readonly MarketOrder[]) {
  const { db } = database;
  const sellers = ['paid', 'failed', 'owes', 'waits', 'sent'];
  const each = <T>(work: (sellerId: string) => Promise<T>) => Promise.all(sellers.map(work));
  const at = (date: string) =>
    each((id) => balanceAt(db, id, { ...reader, at: instantAt(date, '12:00:00') }, policy, NOW));
  const statements = await db.query<{ id: string }[]>(`select id from payouts.statement order by id`);
  const ids = statements.map(({ id }) => id);
  const explained = await each(async (id) => {
    const payouts = await market.payouts(id);
    return Promise.all(payouts.map((payout) => explainPayout(db, payout.id, reader)));
  });
  return {
    june: await at('2026-06-15'),
    july: await at('2026-07-10'),
    balances: await each((id) => readSellerBalances(db, id, policy.calendar, NOW)),
    debts: await readDebts(db, {}, NOW),
    debt: await each((id) => readSellerDebt(db, id, {})),
    held: [...(await readHeldMoney(db, sellers, NOW))],
    owed: await db.query<object[]>(`select p.id, ${owedOf('p')} as owed from payouts.payout p order by p.id`),
    totals: await totalsByKind.rows(db, { statementIds: ids }),
    lines: await Promise.all(ids.map((id) => readLines(db, id, null, 100))),
    orders: withoutEntries(
      await Promise.all(orders.map(({ orderId }) => explainOrder(db, orderId, reader, policy, NOW))),
    ),
    explained: withoutEntries(explained),
  };
}

/** The numbers of entries are the one part of an answer that leaves with its month. */
const withoutEntries = (answer: unknown): unknown =>
  JSON.parse(
    JSON.stringify(answer, (name, value: unknown) =>
      name === 'entryIds' || name === 'entryCount' ? undefined : typeof value === 'bigint' ? `${value}` : value,
    ),
  );

test('no reader answers differently when the month of its facts is sealed, detached, and attached again', async () => {
  const orders = await trade();
  await database.db.query(
    `insert into payouts.hold (id, seller_id, reason, placed_at, scope, order_id) values (gen_random_uuid(), 'failed', 'DISPUTE', $2, 'ORDER', $1)`,
    [orders[1]?.orderId, instantAt('2026-05-30', '12:00:00')],
  );
  await booksAreSound(database.db);
  const before = await answers(orders);
  expect(before.debts.items).toMatchObject([{ sellerId: 'owes', total: 26_700n, over90days: 0n, days31to60: 26_700n }]);
  await detachMonths(database.db, ['2026-05'], NOW);
  const [left] = await database.db.query<{ old: bigint }[]>(
    `select count(*) as old from ledger.entry where effective_at < ledger.month_start('2026-06-01')`,
  );
  expect(left?.old).toBe(0n);
  expect(await answers(orders)).toEqual(before);
  await database.db.query(`select ledger.attach_month('2026-05-01')`);
  expect(await answers(orders)).toEqual(before);
  expect(await database.db.query(`select from ledger.kept_entry`)).toEqual([]);
  await booksAreSound(database.db);
});

test('a balance inside a detached month is refused with the way to it; at its end it is answered', async () => {
  await trade();
  const { db } = database;
  const at = (instant: Date) => balanceAt(db, 'owes', { ...reader, at: instant }, policy, NOW);
  const end = new Date('2026-05-31T23:59:59.999+09:00');
  const before = await at(end);
  await detachMonths(db, ['2026-05'], NOW);
  await expect(at(instantAt('2026-05-12', '00:00:00'))).rejects.toMatchObject({
    code: 'LEDGER_MONTH_DETACHED',
    status: 409,
  });
  await expect(at(instantAt('2026-05-12', '00:00:00'))).rejects.toThrow('2026-05 is detached: attach it first');
  expect(await at(end)).toEqual(before);
});

test('money of a detached month that stood on no statement is stated and paid by the next one', async () => {
  await trade();
  await detachMonths(database.db, ['2026-05'], NOW);
  await market.draft('2026-07-20');
  const [payout] = await market.payouts('waits');
  expect(payout).toMatchObject({ amount: 62_300n });
  const [seller] = await database.db.query<{ balance: bigint }[]>(
    `select balance from ledger.account where code = 'seller:waits:payable'`,
  );
  expect(seller?.balance).toBe(0n);
  // The debt of May is taken from a sale of July, and the list of debts is empty.
  await market.order([{ sellerId: 'owes', amount: 100_000n, maturesOn: '2026-07-22' }], '2026-07-01');
  await market.draft('2026-07-24');
  expect((await readDebts(database.db, {}, NOW)).items).toEqual([]);
  expect((await readSellerDebt(database.db, 'owes', {})).items).toMatchObject([{ recovered: 26_700n, left: 0n }]);
  await database.db.query(`select ledger.attach_month('2026-05-01')`);
  await booksAreSound(database.db);
});
