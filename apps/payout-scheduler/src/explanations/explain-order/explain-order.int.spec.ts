import { randomUUID } from 'node:crypto';
import { instantAt } from '@jeongsan/calendar';
import { encodeOutput } from '@jeongsan/http-contract';
import { explainOrder as contract } from '@jeongsan/platform-contract';
import { booksAreSound, testDatabase, type TestDatabase } from '@jeongsan/testing';
import { SettledMarket, type MarketOrder } from '../../testing/settled-market.js';
import { correctCancel } from '../../testing/correct-cancel.js';
import { statementsAreSound } from '../../testing/statement-proofs.js';
import { policy } from '../../testing/usual-policy.js';
import { explainOrder } from './explain-order.js';

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

type Query = Parameters<typeof explainOrder>[2];
async function explain(order: Pick<MarketOrder, 'orderId'>, on: string, query: Partial<Query> = {}) {
  const asked = { lang: 'en', audience: 'operator', ...query } as const;
  const told = await explainOrder(database.db, order.orderId, asked, policy, instantAt(on, '18:00:00'));
  expect(encodeOutput(contract, told)).toBeDefined();
  return told;
}

/** The parts of each line as texts: amount, reason, date, statement. */
async function parts(order: MarketOrder, on: string): Promise<string[][]> {
  const told = await explain(order, on);
  expect(told.unexplained).toBe(0n);
  for (const line of told.lines) {
    expect(line.parts.reduce((sum, part) => sum + part.amount, 0n)).toBe(line.net);
  }
  return told.lines.map((line) =>
    line.parts.map((part) => `${part.amount} ${part.reason.code} ${part.reason.date} ${part.statementDate}`),
  );
}

test('a line from the sale to the payout: when it matures, on which statement, in which payout, paid when', async () => {
  await market.seller('a', { cycle: 'WEEKLY:WED' });
  const order = await market.order([{ sellerId: 'a', amount: 10_000n, discount: 1_000n, maturesOn: '2026-05-08' }]);
  expect(await parts(order, '2026-05-02')).toEqual([['8900 NOT_MATURED 2026-05-08 2026-05-13']]);
  expect(await parts(order, '2026-05-08')).toEqual([['8900 WAITS_FOR_MATURING 2026-05-08 2026-05-13']]);
  await market.draft('2026-05-08');
  expect(await parts(order, '2026-05-08')).toEqual([['8900 WAITS_FOR_STATEMENT 2026-05-13 2026-05-13']]);
  await market.draft('2026-05-13');
  expect(await parts(order, '2026-05-13')).toEqual([['8900 WAITS_FOR_APPROVAL null 2026-05-13']]);
  const [payout] = await market.payouts('a');
  await market.advance(payout?.id ?? '', '2026-05-13', ['submit', 'accept', 'settle']);
  expect(await parts(order, '2026-05-14')).toEqual([['8900 PAID 2026-05-13 2026-05-13']]);
  expect(await explain(order, '2026-05-14')).toMatchObject({
    orderId: order.orderId,
    paymentState: 'approved',
    paid: 9_000n,
    lines: [
      {
        paid: 9_000n,
        promotion: 1_000n,
        commission: 1_000n,
        commissionVat: 100n,
        net: 8_900n,
        parts: [{ maturedOn: '2026-05-08', payouts: [{ payoutId: payout?.id, state: 'paid' }] }],
      },
    ],
  });
  const templates = (await explain(order, '2026-05-14')).ledger.map((posting) => posting.postingKey.split('/')[0]);
  expect(templates).toEqual(['payment.approved', 'settlement.pending', 'settlement.available', 'line.matured']);
});

test('a line in parts: each matures on its day, the last one with what is left', async () => {
  await market.seller('a');
  const order = await market.order([
    { sellerId: 'a', amount: 10_000n, partlyOn: '2026-05-06', maturesOn: '2026-05-08' },
  ]);
  expect(await parts(order, '2026-05-02')).toEqual([
    ['5933 NOT_MATURED 2026-05-06 2026-05-06', '2967 NOT_MATURED 2026-05-08 2026-05-08'],
  ]);
  await market.draft('2026-05-06');
  await market.cancel(order, 0, 1_000n, '2026-05-07');
  expect(await parts(order, '2026-05-07')).toEqual([
    [
      '5933 WAITS_FOR_APPROVAL null 2026-05-06',
      '890 CANCELED 2026-05-07 null',
      '2077 NOT_MATURED 2026-05-08 2026-05-08',
    ],
  ]);
  await market.draft('2026-05-08');
  expect(await parts(order, '2026-05-08')).toEqual([
    [
      '5933 WAITS_FOR_APPROVAL null 2026-05-06',
      '890 CANCELED 2026-05-07 null',
      '2077 WAITS_FOR_APPROVAL null 2026-05-08',
    ],
  ]);
});

test('what a line waits for, one after the other', async () => {
  for (const [id, startEvent] of [
    ['a', 'PAID'],
    ['d', 'DELIVERED'],
    ['c', 'CONFIRMED'],
  ] as const) {
    await market.seller(id, { startEvent });
  }
  const one = (sellerId: string, settlement: 'imported' | 'disputed' | null, maturesOn: string | null) =>
    market.order([{ sellerId, amount: 10_000n, maturesOn }], '2026-05-01', settlement);
  const codeOf = async (order: MarketOrder) => (await parts(order, '2026-05-08'))[0]?.[0]?.split(' ')[1];
  expect(await codeOf(await one('d', 'imported', null))).toBe('WAITS_FOR_DELIVERY');
  expect(await codeOf(await one('c', 'imported', null))).toBe('WAITS_FOR_CONFIRMATION');
  expect(await codeOf(await one('a', null, '2026-05-09'))).toBe('NOT_MATURED');
  expect(await codeOf(await one('a', null, '2026-05-08'))).toBe('NOT_SETTLED_BY_PROVIDER');
  expect(await codeOf(await one('a', 'disputed', '2026-05-08'))).toBe('SETTLEMENT_DISPUTED');
  const held = await one('a', 'imported', '2026-05-08');
  await database.db.query(
    `insert into payouts.hold (id, seller_id, reason, placed_at, scope, order_id, release_on)
     values ($1, 'a', 'COMPLAINT', '2026-05-02', 'ORDER', $2, '2026-05-20')`,
    [randomUUID(), held.orderId],
  );
  expect(await parts(held, '2026-05-08')).toEqual([['8900 HELD_ORDER 2026-05-20 2026-05-20']]);
  await database.db.query(`update gateway.payment set approved_at = null, state = 'created' where order_id = $1`, [
    held.orderId,
  ]);
  expect(await codeOf(held)).toBe('WAITS_FOR_PAYMENT');
});

test('canceled parts: before maturity, of what is payable, and after the payout', async () => {
  await market.seller('a');
  await market.seller('w', { cycle: 'WEEKLY:WED' });
  const order = await market.order([
    { sellerId: 'a', amount: 10_000n },
    { sellerId: 'w', amount: 10_000n },
  ]);
  await market.cancel(order, 0, 1_000n, '2026-05-03');
  expect(await parts(order, '2026-05-03')).toEqual([
    ['890 CANCELED 2026-05-03 null', '8010 NOT_MATURED 2026-05-08 2026-05-08'],
    ['8900 NOT_MATURED 2026-05-08 2026-05-13'],
  ]);
  await market.draft('2026-05-08');
  await market.cancel(order, 0, 2_000n, '2026-05-09');
  await market.cancel(order, 1, 2_000n, '2026-05-09');
  expect(await parts(order, '2026-05-10')).toEqual([
    [
      '890 CANCELED 2026-05-03 null',
      '8010 WAITS_FOR_APPROVAL null 2026-05-08',
      '1780 CANCELED 2026-05-09 null',
      '-1780 OWED_BY_SELLER 2026-05-09 null',
    ],
    [
      '8900 WAITS_FOR_STATEMENT 2026-05-13 2026-05-13',
      '1780 CANCELED 2026-05-09 null',
      '-1780 CANCELED 2026-05-09 2026-05-13',
    ],
  ]);
  await market.draft('2026-05-13');
  const [, second] = await parts(order, '2026-05-13');
  expect(second).toEqual([
    '8900 WAITS_FOR_APPROVAL null 2026-05-13',
    '1780 CANCELED 2026-05-09 null',
    '-1780 CANCELED 2026-05-09 2026-05-13',
  ]);
  const told = await explain(order, '2026-05-13');
  expect(
    told.lines.map((line) => line.cancels.map((cancel) => [cancel.paid, cancel.fromPayable, cancel.toDebt])),
  ).toEqual([
    [
      [1_000n, 0n, 0n],
      [2_000n, 0n, 1_780n],
    ],
    [[2_000n, 1_780n, 0n]],
  ]);
});

test('a cancel that was said to be of another line: what was deducted comes back, and who was paid already owes it', async () => {
  await market.seller('a');
  await market.seller('b');
  const order = await market.order([
    { sellerId: 'a', amount: 10_000n },
    { sellerId: 'b', amount: 10_000n },
  ]);
  await market.draft('2026-05-08');
  const cancelId = await market.cancel(order, 0, 2_000n, '2026-05-09');
  await correctCancel(database.db, order, { cancelId, on: '2026-05-10', differences: [-2_000n, 2_000n] });
  expect(await parts(order, '2026-05-10')).toEqual([
    [
      '8900 WAITS_FOR_APPROVAL null 2026-05-08',
      '1780 CANCELED 2026-05-09 null',
      '-1780 OWED_BY_SELLER 2026-05-09 null',
      '-1780 CANCELED 2026-05-10 null',
      '1780 CANCELED 2026-05-10 2026-05-10',
    ],
    [
      '8900 WAITS_FOR_APPROVAL null 2026-05-08',
      '1780 CANCELED 2026-05-10 null',
      '-1780 OWED_BY_SELLER 2026-05-10 null',
    ],
  ]);
  // The seller who was charged first gets the money back, and the debt of the first cancel is netted from it.
  await market.draft('2026-05-11');
  const [statement] = await database.db.query<unknown[]>(
    `select s.movements, s.debt_netted, s.carried from payouts.statement s
      where s.seller_id = 'a' and s.business_date = '2026-05-11'`,
  );
  expect(statement).toMatchObject({ debt_netted: 1_780n, carried: 0n });
  await statementsAreSound(database.db);
});

test('skips tell their reason, and the money is followed to where it is paid in the end', async () => {
  await market.seller('a');
  const order = await market.order([{ sellerId: 'a', amount: 1_000n }]);
  await market.draft('2026-05-08');
  expect(await parts(order, '2026-05-08')).toEqual([['890 BELOW_MINIMUM 2026-05-08 2026-05-08']]);
  await market.order([{ sellerId: 'a', amount: 10_000n, maturesOn: '2026-05-11' }]);
  await market.draft('2026-05-11');
  expect(await parts(order, '2026-05-11')).toEqual([['890 WAITS_FOR_APPROVAL null 2026-05-08']]);
  const [failed] = await market.payouts('a');
  await market.advance(failed?.id ?? '', '2026-05-11', ['submit', 'accept']);
  const news = { failureCode: 'INVALID_ACCOUNT_NUMBER', failureClass: 'seller_must_act' } as const;
  await market.advance(failed?.id ?? '', '2026-05-11', ['fail'], news);
  expect(await parts(order, '2026-05-12')).toEqual([['890 FAILED_SELLER_MUST_ACT 2026-05-11 2026-05-08']]);
  // The hold that the failure placed is released.
  await database.db.query(`update payouts.hold set released_at = now()`);
  await market.draft('2026-05-13');
  const [, again] = await market.payouts('a');
  await market.advance(again?.id ?? '', '2026-05-13', ['submit', 'accept', 'settle']);
  expect(await parts(order, '2026-05-14')).toEqual([['890 PAID 2026-05-13 2026-05-08']]);
  const [line] = (await explain(order, '2026-05-14')).lines;
  expect(line?.parts[0]?.payouts.map((payout) => payout.state)).toEqual(['failed', 'paid']);
});

test('sellers that cannot be paid read why, each in its own words', async () => {
  await market.seller('kyc', {}, 'kyc_required');
  await market.seller('held');
  await database.db.query(
    `insert into payouts.hold (id, seller_id, reason, placed_at) values ($1, 'held', 'FRAUD_SUSPECTED', '2026-05-02')`,
    [randomUUID()],
  );
  const order = await market.order([
    { sellerId: 'kyc', amount: 10_000n },
    { sellerId: 'held', amount: 10_000n },
  ]);
  await market.draft('2026-05-08');
  expect(await parts(order, '2026-05-09')).toEqual([
    ['8900 KYC_REQUIRED 2026-05-09 2026-05-08'],
    ['8900 FRAUD_SUSPECTED 2026-05-09 2026-05-08'],
  ]);
  const told = await explain(order, '2026-05-09', { lang: 'ko', audience: 'seller' });
  expect(told.lines.map((line) => line.parts[0]?.reason.text)).toEqual([
    '고객 확인(KYC) 서류를 제출해 주세요. 심사가 끝나면 지급됩니다. (8,900원, 2026-05-09)',
    '지급이 보류되었습니다. 고객센터에 문의해 주세요. (8,900원, 2026-05-09)',
  ]);
});

test('money that is still pending after its line matured is unexplained; an order nobody made is not found', async () => {
  await market.seller('a');
  const order = await market.order([{ sellerId: 'a', amount: 10_000n }]);
  await market.draft('2026-05-08');
  await database.db.query(`update payouts.matured_line set amount = amount - 5 where order_id = $1`, [order.orderId]);
  expect((await explain(order, '2026-05-09')).unexplained).toBe(5n);
  await expect(explain({ orderId: 'order-nobody-made' }, '2026-05-09')).rejects.toMatchObject({
    code: 'ORDER_NOT_FOUND',
  });
});
