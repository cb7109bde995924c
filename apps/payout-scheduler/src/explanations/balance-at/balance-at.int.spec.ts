import { randomUUID } from 'node:crypto';
import { instantAt } from '@jeongsan/calendar';
import { postLedger } from '@jeongsan/database';
import { encodeOutput } from '@jeongsan/http-contract';
import { paymentApproved } from '@jeongsan/ledger';
import { explainSellerBalance } from '@jeongsan/platform-contract';
import { NO_AMOUNTS } from '@jeongsan/settlement';
import { booksAreSound, testDatabase, type TestDatabase } from '@jeongsan/testing';
import { SettledMarket } from '../../testing/settled-market.js';
import { policy } from '../../testing/usual-policy.js';
import { balanceAt } from './balance-at.js';

let database: TestDatabase;
let market: SettledMarket;
beforeEach(async () => {
  database = await testDatabase();
  market = new SettledMarket(database.db);
});
afterEach(async () => {
  await booksAreSound(database.db);
  await database.drop();
});

const now = instantAt('2026-05-20', '18:00:00');
async function on(date: string) {
  const query = { lang: 'en', audience: 'operator', at: instantAt(date, '18:00:00') } as const;
  const told = await balanceAt(database.db, 'a', query, policy, now);
  expect(encodeOutput(explainSellerBalance, told)).toBeDefined();
  return told;
}
type Told = Awaited<ReturnType<typeof on>>;
const balances = ({ accounts }: Told) =>
  Object.fromEntries(accounts.filter((a) => a.balance !== 0n).map((a) => [a.account, a.balance]));
const calendar = ({ expected }: Told) =>
  expected.map((row) => `${row.statementDate} ${row.account} ${row.amount} ${row.reason.code} ${row.reason.date}`);

/** Checks that every account equals the sum of its postings and the ledger's own balance. */
async function isLedger(told: Told): Promise<void> {
  for (const { account, balance, consistsOf } of told.accounts) {
    const [row] = await database.db.query<{ balance: bigint }[]>(`select ledger.balance_at($1, 'KRW', $2) as balance`, [
      `seller:a:${account}`,
      told.at,
    ]);
    expect(account === 'debt' ? row?.balance : -(row?.balance ?? 0n)).toBe(balance);
    expect(consistsOf.reduce((sum, part) => sum + part.amount, 0n)).toBe(balance);
  }
}

test('the accounts of a seller on each day of a sale, and the calendar of its cash', async () => {
  await market.seller('a', { cycle: 'WEEKLY:WED' });
  const order = await market.order([
    { sellerId: 'a', amount: 10_000n, maturesOn: '2026-05-08' },
    { sellerId: 'a', amount: 20_000n, maturesOn: '2026-05-14' },
  ]);
  await market.order([{ sellerId: 'a', amount: 1_000n, maturesOn: '2026-05-08' }], '2026-05-01', null);
  await market.draft('2026-05-08');
  await market.cancel(order, 0, 1_000n, '2026-05-09');
  await market.draft('2026-05-13');
  const [payout] = await market.payouts('a');
  await market.advance(payout?.id ?? '', '2026-05-13', ['submit', 'accept']);
  await market.advance(payout?.id ?? '', '2026-05-14', ['settle']);
  await market.cancel(order, 0, 2_000n, '2026-05-15');

  expect(balances(await on('2026-04-30'))).toEqual({});
  const told = {
    sold: await on('2026-05-02'),
    matured: await on('2026-05-08'),
    canceled: await on('2026-05-10'),
    promised: await on('2026-05-13'),
    paid: await on('2026-05-14'),
    owed: await on('2026-05-16'),
  };
  for (const one of Object.values(told)) {
    expect(one.unexplained).toBe(0n);
    await isLedger(one);
  }
  expect(balances(told.sold)).toEqual({ pending: 27_590n });
  expect(calendar(told.sold)).toEqual([
    '2026-05-13 pending 9790 NOT_MATURED 2026-05-08',
    '2026-05-20 pending 17800 NOT_MATURED 2026-05-14',
  ]);
  expect(balances(told.matured)).toEqual({ pending: 18_690n, payable: 8_900n });
  expect(calendar(told.matured)).toEqual([
    '2026-05-13 payable 8900 WAITS_FOR_STATEMENT 2026-05-13',
    '2026-05-20 pending 17800 NOT_MATURED 2026-05-14',
    'null pending 890 NOT_SETTLED_BY_PROVIDER null',
  ]);
  expect(balances(told.canceled)).toEqual({ pending: 18_690n, payable: 8_010n });
  expect(balances(told.promised)).toEqual({ pending: 18_690n, reserved: 8_010n });
  expect(calendar(told.promised)).toContain('null reserved 8010 AT_THE_BANK 2026-05-13');
  expect(balances(told.paid)).toEqual({ pending: 18_690n });
  expect(balances(told.owed)).toEqual({ pending: 18_690n, debt: 1_780n });
  expect(calendar(told.owed)).toContain('2026-05-20 debt -1780 OWED_BY_SELLER 2026-05-20');
  expect(told.owed.accounts.find((a) => a.account === 'pending')?.consistsOf).toEqual([
    { template: 'line.matured', amount: -8_900n, postings: 1 },
    { template: 'payment.approved', amount: 27_590n, postings: 2 },
    { template: 'payment.canceled', amount: 0n, postings: 2 },
  ]);
});

test('a reserve is expected on the statement after its release date', async () => {
  await market.seller('a', { reserve: { kind: 'ROLLING', rate: 10_000, days: 7 } });
  await market.order([{ sellerId: 'a', amount: 10_000n }]);
  await market.draft('2026-05-08');
  const told = await on('2026-05-09');
  expect(calendar(told)).toEqual([
    '2026-05-15 reserve 890 IN_RESERVE 2026-05-15',
    'null reserved 8010 WAITS_FOR_APPROVAL null',
  ]);
  await isLedger(told);
});

test('holds and the reason of what was carried, as of the instant', async () => {
  await market.seller('a');
  await market.order([{ sellerId: 'a', amount: 1_000n }]);
  await market.draft('2026-05-08');
  expect(calendar(await on('2026-05-08'))).toEqual(['2026-05-08 payable 890 BELOW_MINIMUM 2026-05-08']);
  await database.db.query(
    `insert into payouts.hold (id, seller_id, reason, placed_at, released_at, release_on) values
       ($1, 'a', 'FRAUD_SUSPECTED', $3, $4, '2026-05-25'), ($2, 'a', 'OLD', $3, $3, null)`,
    [randomUUID(), randomUUID(), instantAt('2026-05-10', '09:00:00'), instantAt('2026-05-12', '09:00:00')],
  );
  const held = await on('2026-05-11');
  expect(calendar(held)).toEqual(['2026-05-25 payable 890 FRAUD_SUSPECTED 2026-05-25']);
  expect(held.holds).toMatchObject([{ scope: 'SELLER', reason: { code: 'FRAUD_SUSPECTED', date: '2026-05-25' } }]);
  expect((await on('2026-05-13')).holds).toEqual([]);
});

test('pending money of no line is unexplained; a seller nobody knows is not found', async () => {
  await market.seller('a');
  const line = { ...NO_AMOUNTS, sellerId: 'a', paid: 700n };
  await postLedger(database.db, [
    paymentApproved({ paymentId: 'no-order', effectiveAt: instantAt('2026-05-01', '10:00:00'), lines: [line] }),
  ]);
  expect((await on('2026-05-02')).unexplained).toBe(700n);
  const query = { lang: 'ko', audience: 'seller' } as const;
  await expect(balanceAt(database.db, 'nobody', { ...query, at: undefined }, policy, now)).rejects.toMatchObject({
    code: 'SELLER_NOT_FOUND',
  });
});
