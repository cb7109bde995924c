import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { App } from '@jeongsan/child-processes';
import { originSettings } from '@jeongsan/platform-contract';
import { plainTerms, termsDocument } from '@jeongsan/settlement';
import { storeSellers } from './testing/provider-world.js';
import { startService } from './testing/service-process.js';
import { testDatabase, testRedis, type TestDatabase, type TestRedis } from './index.js';

jest.setTimeout(120_000);
const KEY = 'a-key-of-the-market';
const ORDERS = 400;
const CLIENTS = 8;
const KILLS = 4;

let database: TestDatabase;
let redis: TestRedis;
let folder: string;
let gateway: App;
let door: App;

beforeAll(async () => {
  [database, redis] = await Promise.all([testDatabase(), testRedis()]);
  await storeSellers(database.db, [{ sellerId: 'shop-0001', providerSellerId: 'seller-1', state: 'approved' }]);
  await database.db.query(
    `insert into payouts.seller_terms (seller_id, effective_from, document, created_at) values ('shop-0001', '2026-01-01', $1, now())`,
    [termsDocument(plainTerms({ commissionRate: 10_000 }))],
  );
  folder = await mkdtemp(join(tmpdir(), 'jeongsan-door-'));
  gateway = await startService('payments-gateway', folder, {
    LOG_LEVEL: 'error',
    ROLE: 'http',
    DATABASE_URL: database.url,
    REDIS_URL: redis.url,
    API_KEYS: JSON.stringify([
      { id: 'market', sha256: createHash('sha256').update(KEY).digest('hex'), roles: ['market'] },
    ]),
    PROVIDER_BASE_URL: 'http://127.0.0.1:9',
    PROVIDER_SECRET_KEY: 'test_sk_door0001',
    PROVIDER_SECURITY_KEYS: '5e'.repeat(32),
    DATA_KEYS: 'da'.repeat(32),
  });
  door = await startService('front-door', folder, {
    LOG_LEVEL: 'error',
    ...originSettings(() => gateway.url),
    API_REQUESTS_PER_MINUTE: '1000000',
  });
}, 60_000);
afterAll(async () => {
  await door.stop();
  await gateway.stop();
  await database.drop();
  await redis.close();
  await rm(folder, { recursive: true, force: true });
});

const orderOf = (n: number) => ({
  ...{ orderId: `order-${n}`, orderName: 'apples', orderedAt: '2026-11-18T10:00:00+09:00', totalAmount: 5_000 },
  lines: [
    { lineId: 'L1', sellerId: 'shop-0001', category: 'food', amount: 5_000, taxFreeAmount: 0, discountAmount: 0 },
  ],
});

/** Sends an order until it is answered; returns the statuses, 0 for a request without an answer. */
async function register(n: number): Promise<number[]> {
  const statuses: number[] = [];
  for (;;) {
    const status = await fetch(`${door.url}/api/v1/orders`, {
      method: 'POST',
      headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json', 'idempotency-key': `key-${n}` },
      body: JSON.stringify(orderOf(n)),
    }).then(
      async (reply) => {
        await reply.arrayBuffer();
        return reply.status;
      },
      () => 0,
    );
    statuses.push(status);
    if (status !== 0 && status !== 503) return statuses;
    await sleep(20);
  }
}

test('a door that is killed and restarted in the middle of a run loses no order and registers none twice', async () => {
  const answers: number[][] = [];
  let next = 0;
  const clients = Array.from({ length: CLIENTS }, async () => {
    while (next < ORDERS) {
      const n = next;
      next += 1;
      answers[n] = await register(n);
    }
  });
  for (let kill = 1; kill <= KILLS; kill += 1) {
    while (next < (ORDERS * kill) / (KILLS + 1)) await sleep(5);
    await door.kill('SIGKILL');
    await door.restart();
  }
  await Promise.all(clients);
  expect([...new Set(answers.map((statuses) => statuses.at(-1)))]).toEqual([201]);
  // The kills struck: some requests had no answer, and were sent again.
  expect(answers.flat()).toContain(0);
  const [registered] = await database.db.query<{ n: bigint; lines: bigint }[]>(
    `select count(*) as n, (select count(*) from gateway.order_line) as lines from gateway.orders`,
  );
  expect(registered).toEqual({ n: BigInt(ORDERS), lines: BigInt(ORDERS) });
});
