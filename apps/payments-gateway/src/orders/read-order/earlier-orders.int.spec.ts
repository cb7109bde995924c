import { testSeal, emptyDatabase, type TestDatabase } from '@jeongsan/testing';
import { readOrder } from './read-order.js';

/** The number of the last migration under which a line had a plain rate only. */
const BEFORE_PRICING = 10;

let database: TestDatabase;
beforeAll(async () => {
  database = await emptyDatabase();
});
afterAll(() => database.drop());

async function migrateFrom(first: number, last: number): Promise<void> {
  const runner = database.db.createQueryRunner();
  const numbered = database.db.migrations.map((migration) => ({
    migration,
    number: Number(/(\d{4})$/.exec(migration.name ?? '')?.[1]),
  }));
  numbered.sort((a, b) => a.number - b.number);
  for (const { migration, number } of numbered) if (number >= first && number <= last) await migration.up(runner);
  await runner.release();
}

test('an order of before lines kept their pricing reads as it was split, under the rate of its day', async () => {
  const { db } = database;
  await migrateFrom(1, BEFORE_PRICING);
  await db.query(
    `insert into gateway.orders values ('order-1', 'books', '2026-05-11T01:00:00Z', 'KRW', 9000, 1000, 'hash', now())`,
  );
  await db.query(
    `insert into gateway.order_line values ('order-1', 'L1', 1, 'acme', 'books', 10000, 1000, 1000, 333, 9000, 667, 966, 96, 8605,
                                            '2026-05-01', 10000, '2026-05-13')`,
  );
  await db.query(`insert into gateway.payment (id, order_id, payment_key, amount, state, created_at)
                  values ('00000000-0000-4000-8000-000000000001', 'order-1', 'key', 9000, 'partially_canceled', now())`);
  await db.query(`insert into gateway.cancel (id, payment_id, request_key, amount, reason, state, created_at)
                  values ('00000000-0000-4000-8000-000000000002', '00000000-0000-4000-8000-000000000001', 'r', 1000, 'r', 'done', now())`);
  await db.query(`insert into gateway.cancel_line
                  values ('00000000-0000-4000-8000-000000000002', 'order-1', 'L1', 'acme', 1000, 74, 107, 10, 957, 111)`);
  await migrateFrom(BEFORE_PRICING + 1, Infinity);

  const { lines } = await readOrder({ db, seal: testSeal }, 'order-1');
  expect(lines).toMatchObject([
    {
      ...{ productId: null, commission: 966n, commissionVat: 96n, fees: 0n, feeVat: 0n, net: 8_605n, canceled: 1_000n },
      pricing: {
        ...{ termsFrom: '2026-05-01', ruleId: null, vatBearer: 'SELLER', discountShare: null, fees: [] },
        inputs: {
          ...{ ORDER_AMOUNT: 10_000n, PAYMENT_AMOUNT: 9_000n, DISCOUNT_AMOUNT: 1_000n },
          ...{ DISCOUNT_SHARE_AMOUNT: 333n, TAX_FREE_AMOUNT: 1_000n },
        },
        commission: {
          charge: { kind: 'RATE', rate: 10_000 },
          rounding: 'floor',
          computed: 966n,
          amount: 966n,
          vat: 96n,
          cap: null,
        },
      },
    },
  ]);
});
