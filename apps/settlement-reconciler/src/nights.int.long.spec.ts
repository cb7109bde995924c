import { createHash, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { addDays, instantAt } from '@jeongsan/calendar';
import { setClock } from '@jeongsan/database';
import { createApp, parseEnv } from '@jeongsan/nest-kit';
import { reconcilerContract } from '@jeongsan/platform-contract';
import {
  TEST_DATA_KEYS,
  balances,
  booksAreSound,
  eventually,
  startSandbox,
  testDatabase,
  testRedis,
  type Sandbox,
  type TestDatabase,
  type TestRedis,
} from '@jeongsan/testing';
import { AppModule } from './app.module.js';
import { Env } from './env.js';
import { bookRefund, bookSale, type Sale } from './testing/market-day.js';
import { count } from './testing/night.js';

const FIRST_DAY = '2026-11-16'; // a Monday; no holiday until the end of the test
const KEY = 'operator-key';

let sandbox: Sandbox;
let database: TestDatabase;
let redis: TestRedis;
let app: NestFastifyApplication;
beforeAll(async () => {
  [sandbox, database, redis] = await Promise.all([startSandbox(join(__dirname, '../..')), testDatabase(), testRedis()]);
  await moveTo(instantAt(FIRST_DAY, '09:00:00'));
  const sha256 = createHash('sha256').update(KEY).digest('hex');
  const env = parseEnv(Env, {
    PORT: '0',
    LOG_LEVEL: 'silent',
    CONTROLLED_CLOCK: 'true',
    API_KEYS: JSON.stringify([{ id: 'kim', sha256, roles: ['viewer'] }]),
    DATABASE_URL: database.urlOf('settlement-reconciler'),
    REDIS_URL: redis.url,
    PROVIDER_BASE_URL: sandbox.baseUrl,
    PROVIDER_SECRET_KEY: sandbox.secretKey,
    PROVIDER_SECURITY_KEYS: sandbox.securityKey,
    DATA_KEYS: TEST_DATA_KEYS,
    PROOF_SIGNING_KEY: TEST_DATA_KEYS,
  });
  app = await createApp({
    module: AppModule.for(env),
    env,
    title: 'settlement-reconciler',
    contract: reconcilerContract,
  });
  await app.init();
}, 120_000);
afterAll(async () => {
  await app?.close();
  await Promise.all([sandbox?.stop(), redis?.close()]);
  await database?.drop();
}, 60_000);

/** Sets the clocks of the app and of the sandbox to one instant. */
async function moveTo(instant: Date): Promise<void> {
  await sandbox.control.setClock({ body: { now: instant, mode: 'running' } });
  await setClock(database.db, instant, new Date());
}

async function ask<T>(method: 'GET' | 'POST', url: string): Promise<T> {
  const reply = await app.inject({ method, url, headers: { authorization: `Bearer ${KEY}` } });
  if (reply.statusCode !== 200) throw new Error(`${url} answered ${reply.statusCode}: ${reply.body}`);
  return reply.json<T>();
}

/** Plays a buyer who pays, and books the provider's answer. */
async function pay(amount: bigint, method: '카드' | '계좌이체' = '카드'): Promise<Sale> {
  const order = { orderId: `order-${randomUUID()}`, amount };
  const { paymentKey } = await sandbox.control.payAsBuyer({ body: { ...order, method, orderName: 'order' } });
  const paid = await sandbox.api.confirmPayment({ body: { ...order, paymentKey } });
  return bookSale(database.db, {
    ...{ paymentId: randomUUID(), paymentKey, orderId: order.orderId, amount },
    transactionKey: paid.lastTransactionKey ?? '',
    approvedAt: paid.approvedAt ?? new Date(0),
  });
}

async function giveBack(sale: Sale, amount: bigint): Promise<void> {
  const body = { cancelReason: 'changed mind', cancelAmount: amount };
  const { cancels } = await sandbox.api.cancelPayment({ params: { paymentKey: sale.paymentKey }, body });
  const last = cancels?.at(-1);
  if (!last) throw new Error('The provider canceled nothing');
  await bookRefund(database.db, {
    sale,
    amount,
    transactionKey: last.transactionKey,
    canceledAt: last.canceledAt ?? new Date(0),
  });
}

/** Twelve sales by two methods; some of them, and some of earlier days, are canceled in part or whole. */
async function trade(earlier: readonly Sale[]): Promise<Sale[]> {
  const sales: Sale[] = [];
  for (let i = 1; i <= 12; i += 1) sales.push(await pay(BigInt(i) * 7_777n, i % 3 === 0 ? '계좌이체' : '카드'));
  const [a, b, c] = sales as [Sale, Sale, Sale];
  await giveBack(a, a.amount);
  await giveBack(b, 5_000n);
  await giveBack(b, 3_001n);
  await giveBack(c, 1n);
  for (const sale of earlier) await giveBack(sale, 2_345n);
  return sales.slice(-2);
}

type Report = { state: string; transactions: number; settlements: number; openBreaks: number };
const reportOf = (date: string) => ask<Report>('GET', `/reconciliation/runs/${date}`);

/** Moves the clock to three in the morning of a date and lets the schedule run. */
async function sleepUntil(date: string): Promise<Report> {
  await moveTo(instantAt(date, '03:00:01'));
  return eventually(
    async () => {
      const report = await reportOf(date);
      if (report.state !== 'done') throw new Error(`The night of ${date} is still ${report.state}`);
      return report;
    },
    { timeoutMs: 20_000 },
  );
}

test('a week of trade: every night by itself, without a break, with the balance proven to the won', async () => {
  let earlier: Sale[] = [];
  for (let day = 0; day < 5; day += 1) {
    const date = addDays(FIRST_DAY, day);
    await moveTo(instantAt(date, '10:00:00'));
    const cancels = 4 + earlier.length;
    earlier = await trade(earlier);
    const report = await sleepUntil(addDays(date, 1));
    expect(report).toMatchObject({ transactions: 12 + cancels, settlements: 12 + cancels, openBreaks: 0 });
    expect(await ask('POST', '/reconciliation/balance-proofs')).toMatchObject({
      businessDate: addDays(date, 1),
      proven: true,
    });
  }
  for (let day = 6; day <= 9; day += 1)
    expect(await sleepUntil(addDays(FIRST_DAY, day))).toMatchObject({ openBreaks: 0 });

  expect(await ask('GET', '/reconciliation/breaks')).toEqual({ items: [], nextCursor: null });
  const proofs = await ask<{ items: { proven: boolean }[] }>('GET', '/reconciliation/balance-proofs?limit=1000');
  expect(proofs.items.map((p) => p.proven)).toEqual(Array.from({ length: 9 }, () => true));

  const book = await sandbox.control.readBook({});
  const books = await balances(database.db);
  expect(books['provider:receivable']).toBe(0n);
  expect(books['provider:pending']).toBe(0n);
  expect(books['provider:available']).toBe(book.settledPayOut);
  expect((books['provider:fees'] ?? 0n) + (books['provider:fee-vat'] ?? 0n)).toBe(book.settledFees);
  await booksAreSound(database.db);
}, 180_000);

test('the whole ledger on one screen sums to zero, now and at any instant, and verifies', async () => {
  type Trial = { accounts: { account: string; balance: number }[]; sum: number };
  const now = await ask<Trial>('GET', '/ledger/trial-balance');
  expect(now.sum).toBe(0);
  const then = await ask<Trial>('GET', `/ledger/trial-balance?at=${encodeURIComponent('2026-11-17T12:00:00+09:00')}`);
  expect(then.sum).toBe(0);
  expect(then.accounts).not.toEqual(now.accounts);
  expect(await ask('POST', '/ledger/verify')).toMatchObject({ unbalanced: 0, drifted: 0, sealsBroken: 0, sound: true });
});

test('money that the provider paid behind our back is found the same night', async () => {
  const date = addDays(FIRST_DAY, 10);
  await moveTo(instantAt(addDays(date, -1), '11:00:00'));
  const before = await ask<{ providerAvailable: number }>('POST', '/reconciliation/balance-proofs');
  const { entityBody: seller } = await sandbox.api.createSeller({
    body: {
      refSellerId: randomUUID().slice(0, 18),
      businessType: 'CORPORATE',
      company: {
        ...{ name: '가게', representativeName: '홍길동', businessRegistrationNumber: '1018116293' },
        ...{ email: 'a@example.com', phone: '01012345678' },
      },
      account: { bankCode: '088', accountNumber: '110123456789', holderName: '홍길동' },
    },
  });
  await sandbox.control.finishKyc({ params: { id: seller.id } });
  await sandbox.api.createPayouts({
    body: [
      {
        ...{ refPayoutId: randomUUID(), destination: seller.id, scheduleType: 'EXPRESS' },
        amount: { currency: 'KRW', minor: 1_000n },
        transactionDescription: '정산금',
      },
    ],
  });
  // The record and the balance are two differences; the balance's goes once the payout's is settled.
  expect(await sleepUntil(date)).toMatchObject({ openBreaks: 2 });
  const { items } = await ask<{ items: { class: string }[] }>('GET', '/reconciliation/breaks?open=true');
  expect(items.sort((a, b) => a.class.localeCompare(b.class))).toMatchObject([
    {
      class: 'BALANCE_AVAILABLE',
      businessDate: date,
      expected: String(before.providerAvailable),
      found: String(before.providerAvailable - 1_000),
    },
    { class: 'UNKNOWN_PAYOUT', businessDate: date, found: '1000 KRW', amount: 1_000 },
  ]);
  expect(await count(database.db, `messaging.event where type = 'settlement.break-opened'`)).toBe(2);
}, 60_000);

test('a caller without a key reads nothing', async () => {
  expect((await app.inject({ method: 'GET', url: '/reconciliation/breaks' })).statusCode).toBe(401);
});
