import { randomUUID } from 'node:crypto';
import { type Executor, transaction } from '@jeongsan/database';
import { encodeOutput } from '@jeongsan/http-contract';
import { explainPayout as contract } from '@jeongsan/platform-contract';
import { booksAreSound, sellerHas, testDatabase, type TestDatabase } from '@jeongsan/testing';
import { releaseReserve } from '../../closing/release-reserve/release-reserve.js';
import { SettledMarket } from '../../testing/settled-market.js';
import { explainPayout } from './explain-payout.js';

const rules = { limits: null, reauthThreshold: 1_000_000_000n, reauthSeconds: 900 };
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

type Query = Parameters<typeof explainPayout>[2];
async function explain(payoutId: string, query: Partial<Query> = {}, db: Executor = database.db) {
  const asked = { lang: 'en', audience: 'operator', after: undefined, limit: undefined, ...query } as const;
  const told = await explainPayout(db, payoutId, asked);
  expect(encodeOutput(contract, told)).toBeDefined();
  return told;
}

/** The explanation of the seller's latest payout. Checks that every won of all payouts of the seller is explained. */
async function explained(sellerId: string) {
  const payouts = await market.payouts(sellerId);
  for (const { id, amount } of payouts) {
    const one = await explain(id);
    expect(one.unexplained).toBe(0n);
    expect(one.totals.reduce((sum, total) => sum + total.amount, 0n)).toBe(amount);
    expect(one.lines.items.every((line) => line.unexplained === 0n)).toBe(true);
  }
  return explain(payouts.at(-1)?.id ?? randomUUID());
}
type Explanation = Awaited<ReturnType<typeof explain>>;
const totals = ({ totals: all }: Explanation) => Object.fromEntries(all.map((t) => [t.kind, t.amount]));

test('a sale: from the payout to the line, its payment, the provider’s row and the ledger', async () => {
  await market.seller('a');
  const order = await market.order([{ sellerId: 'a', amount: 10_000n }]);
  await market.draft('2026-05-08');
  const told = await explained('a');
  expect(told).toMatchObject({
    sellerId: 'a',
    amount: 8_900n,
    state: 'reserved',
    reason: { code: 'WAITS_FOR_APPROVAL' },
  });
  expect(told.statements).toMatchObject([{ businessDate: '2026-05-08', opening: 0n, movements: 8_900n, carried: 0n }]);
  expect(totals(told)).toEqual({ MATURED: 8_900n });
  const [line, ...others] = told.lines.items;
  expect(others).toEqual([]);
  expect(line).toMatchObject({
    kind: 'MATURED',
    amount: 8_900n,
    date: '2026-05-08',
    line: {
      orderId: order.orderId,
      lineId: 'L1',
      paid: 10_000n,
      commission: 1_000n,
      commissionVat: 100n,
      net: 8_900n,
      pricing: { termsFrom: '2026-01-01', ruleId: null, commission: { charge: { kind: 'RATE', rate: 10_000 } } },
    },
    payment: { paymentId: order.paymentId, amount: 10_000n },
    settlement: { amount: 10_000n, fee: 220n, payOutAmount: 9_780n },
    cancel: null,
    payout: null,
  });
  const keys = line?.ledger.map((posting) => posting.postingKey.split('/')[0]);
  expect(keys).toEqual(['payment.approved', 'settlement.pending', 'settlement.available', 'line.matured']);
  expect(line?.ledger.at(-1)?.entryIds).toContain(line?.entryId);
  expect(told.ledger.map((posting) => posting.postingKey)).toEqual([`payout.reserved/${told.payoutId}`]);
});

test('partial cancels before maturity leave less to mature; one after the payout is debt, netted next time', async () => {
  await market.seller('a');
  const order = await market.order([
    { sellerId: 'a', amount: 10_000n },
    { sellerId: 'a', amount: 20_000n },
  ]);
  await market.cancel(order, 0, 4_000n, '2026-05-05');
  await market.draft('2026-05-08');
  const before = await explained('a');
  expect(before.lines.items.map((line) => line.amount)).toEqual([5_340n, 17_800n]);

  await market.cancel(order, 1, 1_000n, '2026-05-11');
  await market.order([{ sellerId: 'a', amount: 10_000n, maturesOn: '2026-05-12' }]);
  await market.draft('2026-05-12');
  expect(totals(await explained('a'))).toEqual({ MATURED: 8_900n, DEBT_NETTED: -890n });
});

test('a cancel of matured money that was not paid yet stands on the statement as what it took', async () => {
  await market.seller('a', { cycle: 'WEEKLY:WED' });
  const order = await market.order([
    { sellerId: 'a', amount: 10_000n },
    { sellerId: 'a', amount: 10_000n },
  ]);
  await market.draft('2026-05-08');
  const cancelId = await market.cancel(order, 1, 3_000n, '2026-05-11');
  await market.draft('2026-05-13');
  const told = await explained('a');
  expect(totals(told)).toEqual({ MATURED: 17_800n, CANCELED: -2_670n });
  const taken = told.lines.items.find((line) => line.kind === 'CANCELED');
  expect(taken).toMatchObject({
    amount: -2_670n,
    line: { lineId: 'L2' },
    cancel: { cancelId, paid: 3_000n, net: 2_670n, fromPayable: 2_670n, toDebt: 0n },
  });
});

test('withholding, and a reserve held and released', async () => {
  await market.seller('a', {
    cycle: 'WEEKLY:WED',
    taxType: 'WITHHOLDING',
    reserve: { kind: 'ROLLING', rate: 10_000, days: 7 },
  });
  await market.order([{ sellerId: 'a', amount: 100_000n }]);
  await market.draft('2026-05-13');
  expect(totals(await explained('a'))).toEqual({ MATURED: 89_000n, TAX_WITHHELD: -2_937n, RESERVE_HELD: -8_606n });
  await market.draft('2026-05-20');
  const told = await explained('a');
  expect(totals(told)).toEqual({ RESERVE_RELEASED: 8_606n });
  expect(told.lines.items.map((line) => line.ledger.map((posting) => posting.postingKey))).toEqual([
    ['reserve.released/a/2026-05-20'],
  ]);
});

test('a reserve that a person released before its day', async () => {
  await market.seller('a', { cycle: 'WEEKLY:WED', reserve: { kind: 'ROLLING', rate: 10_000, days: 30 } });
  await market.order([{ sellerId: 'a', amount: 100_000n }]);
  await market.draft('2026-05-13');
  const [reserve] = await database.db.query<{ id: string }[]>('select id from payouts.reserve_hold');
  const caller = { actor: 'person:kim', credential: 'session', roles: ['approver'] } as const;
  const now = new Date('2026-05-14T10:00:00+09:00');
  const decision = { id: randomUUID(), caller, rules, reason: 'no refunds for months', now };
  await transaction(database.db, (tx) => releaseReserve(tx, reserve?.id ?? '', 3_000n, decision));
  await market.draft('2026-05-20');
  // The terms keep a part of released money back again.
  expect(totals(await explained('a'))).toEqual({ RESERVE_RELEASED: 3_000n, RESERVE_HELD: -300n });
});

test('money carried from earlier statements is followed back to where it was earned', async () => {
  await market.seller('a');
  for (const [amount, on] of [
    [500n, '2026-05-08'],
    [400n, '2026-05-09'],
    [900n, '2026-05-10'],
  ] as const) {
    await market.order([{ sellerId: 'a', amount, maturesOn: on }]);
    await market.draft(on);
  }
  const told = await explained('a');
  expect(told.statements.map((s) => [s.businessDate, s.reason?.code ?? null])).toEqual([
    ['2026-05-10', null],
    ['2026-05-09', 'BELOW_MINIMUM'],
    ['2026-05-08', 'BELOW_MINIMUM'],
  ]);
  expect(told.lines.items.map((line) => line.line?.paid)).toEqual([500n, 400n, 900n]);
  expect(totals(told)).toEqual({ MATURED: told.amount });
});

test('several payouts of one statement, and a part that is carried beyond the weekly limit', async () => {
  await market.seller('a');
  await market.order([{ sellerId: 'a', amount: 2_000_000_000n }]);
  await market.draft('2026-05-08');
  const [first, second] = await market.payouts('a');
  expect([first?.amount, second?.amount]).toEqual([999_999_999n, 780_000_001n]);
  expect(totals(await explain(second?.id ?? ''))).toEqual({ MATURED: 1_780_000_000n, OTHER_PAYOUTS: -999_999_999n });
  await explained('a');

  await market.seller('b', {}, 'limited');
  await market.order([{ sellerId: 'b', amount: 20_000_000n, maturesOn: '2026-05-09' }]);
  await market.draft('2026-05-09');
  const told = await explained('b');
  expect(totals(told)).toEqual({ MATURED: 17_800_000n, CARRIED_OUT: -7_800_000n });
  expect(told.statements[0]?.reason).toMatchObject({ code: 'WEEKLY_LIMIT', amount: 7_800_000n });
});

test('a failed payout whose money came back is paid again, and names the first', async () => {
  await market.seller('a');
  await market.order([{ sellerId: 'a', amount: 10_000n }]);
  await market.draft('2026-05-08');
  const [first] = await market.payouts('a');
  await market.advance(first?.id ?? '', '2026-05-08', ['submit', 'accept']);
  await market.advance(first?.id ?? '', '2026-05-08', ['fail'], {
    failureCode: 'TRANSFER_ERROR',
    failureClass: 'retry',
  });
  await market.draft('2026-05-11');
  const told = await explained('a');
  expect(totals(told)).toEqual({ PAYOUT_CAME_BACK: 8_900n });
  expect(told.lines.items[0]?.payout).toMatchObject({
    payoutId: first?.id,
    state: 'failed',
    reason: { code: 'FAILED_RETRY' },
  });

  await market.advance(told.payoutId, '2026-05-11', ['submit', 'accept', 'settle']);
  await market.advance(told.payoutId, '2026-05-12', ['giveBack']);
  await market.draft('2026-05-13');
  expect(totals(await explained('a'))).toEqual({ PAYOUT_RETURNED: 8_900n });
});

test('won that nobody earned by an order are said to be unexplained', async () => {
  await market.seller('a');
  await sellerHas(database.db, 'a', 5_000n);
  await market.order([{ sellerId: 'a', amount: 10_000n }]);
  await market.draft('2026-05-08');
  const [payout] = await market.payouts('a');
  const told = await explain(payout?.id ?? '');
  expect(told.unexplained).toBe(5_000n);
  expect(told.lines.items.map((line) => line.unexplained)).toEqual([5_000n, 0n]);
});

test('a source that says another amount than the ledger leaves its won unexplained', async () => {
  await market.seller('a');
  const order = await market.order([{ sellerId: 'a', amount: 10_000n }]);
  await market.draft('2026-05-08');
  await database.db.query(`update payouts.matured_line set amount = amount - 1 where order_id = $1`, [order.orderId]);
  const [payout] = await market.payouts('a');
  expect((await explain(payout?.id ?? '')).unexplained).toBe(8_900n);
});

test('pages hold every line once, and a cursor nobody gave is refused', async () => {
  await market.seller('a');
  for (let i = 0; i < 5; i += 1)
    await market.order([
      { sellerId: 'a', amount: 10_000n },
      { sellerId: 'a', amount: 1_000n },
    ]);
  await market.draft('2026-05-08');
  const [payout] = await market.payouts('a');
  const id = payout?.id ?? '';
  const seen: string[] = [];
  let after: string | null | undefined = undefined;
  do {
    const page: Explanation = await explain(id, { limit: 3, after });
    seen.push(
      ...page.lines.items.map(({ entryId, tranche, line }) =>
        [entryId, line?.orderId, line?.lineId, tranche].join('/'),
      ),
    );
    expect(page.unexplained).toBe(0n);
    after = page.lines.nextCursor;
  } while (after !== null && after !== undefined);
  expect(seen).toHaveLength(10);
  const asked: string[] = [];
  const counting: Executor = {
    query: (sql: string, parameters?: unknown[]) => {
      asked.push(sql);
      return database.db.query(sql, parameters);
    },
  };
  await explain(id, {}, counting);
  expect(asked).toHaveLength(5);
  expect(new Set(seen).size).toBe(10);
  for (const cursor of [
    '',
    'x',
    Buffer.from('["1","",1,1]').toString('base64url'),
    Buffer.from('["1","\\u0000","",0]').toString('base64url'),
  ]) {
    await expect(explain(id, { after: cursor })).rejects.toMatchObject({ code: 'CURSOR_INVALID' });
  }
  await expect(explain(randomUUID())).rejects.toMatchObject({ code: 'PAYOUT_NOT_FOUND' });
});

test('the seller reads what it means, in Korean, without codes of the provider', async () => {
  await market.seller('a');
  await market.order([{ sellerId: 'a', amount: 10_000n }]);
  await market.draft('2026-05-08');
  const [first] = await market.payouts('a');
  await market.advance(first?.id ?? '', '2026-05-08', ['submit', 'accept']);
  await market.advance(first?.id ?? '', '2026-05-08', ['fail'], {
    failureCode: 'INVALID_ACCOUNT_NUMBER',
    failureClass: 'seller_must_act',
  });
  const seller = await explain(first?.id ?? '', { lang: 'ko', audience: 'seller' });
  expect(seller.reason.text).toBe(
    '송금이 이루어지지 않았습니다. 정산 계좌를 확인하거나 변경해 주세요. (8,900원, 2026-05-08)',
  );
  const operator = await explain(first?.id ?? '');
  expect(operator.reason.text).toBe(
    'Failed: only the seller can mend it. (₩8,900, 2026-05-08, INVALID_ACCOUNT_NUMBER)',
  );
});
