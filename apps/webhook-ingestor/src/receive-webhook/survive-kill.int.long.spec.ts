import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { eventually, freePort, testDatabase, testRedis, type TestDatabase, type TestRedis } from '@jeongsan/testing';

const MAIN = resolve(__dirname, '../../dist/main.js');

let database: TestDatabase;
let redis: TestRedis;
let running: ChildProcess | undefined;
beforeAll(async () => {
  if (!existsSync(MAIN)) throw new Error(`${MAIN} is missing: build the app first`);
  [database, redis] = await Promise.all([testDatabase(), testRedis()]);
}, 120_000);
afterAll(async () => {
  running?.kill('SIGKILL');
  await database.drop();
  await redis.close();
});

async function start(): Promise<{ url: string; process: ChildProcess }> {
  const port = await freePort();
  const child = spawn(process.execPath, [MAIN], {
    stdio: 'ignore',
    env: {
      PORT: String(port),
      LOG_LEVEL: 'error',
      API_KEYS: '[]',
      DATABASE_URL: database.urlOf('webhook-ingestor'),
      REDIS_URL: redis.url,
      ROLE: 'http',
      PROVIDER_SECURITY_KEYS: 'ab'.repeat(32),
      DATA_KEYS: 'ef'.repeat(32),
      WEBHOOK_UNSIGNED_PER_SECOND: '100000',
      WEBHOOK_UNKNOWN_PER_MINUTE: '100000',
    },
  });
  running = child;
  const url = `http://127.0.0.1:${port}`;
  await eventually(async () => expect((await fetch(`${url}/health/ready`)).status).toBe(200), {
    timeoutMs: 40_000,
    everyMs: 50,
  });
  return { url, process: child };
}

test('every webhook that was answered 200 is stored, whenever the process is killed', async () => {
  for (let round = 1; round <= 3; round += 1) {
    const { url, process: child } = await start();
    const answered: string[] = [];
    let isDead = false;
    const sendOn = async (lane: number) => {
      for (let i = 0; !isDead; i += 1) {
        const id = `kill-${round}-${lane}-${i}`;
        const body = JSON.stringify({ eventType: 'PAYMENT_STATUS_CHANGED', createdAt: id, data: { paymentKey: id } });
        const headers = { 'content-type': 'application/json', 'tosspayments-webhook-transmission-id': id };
        const reply = await fetch(`${url}/webhooks/provider`, { method: 'POST', body, headers }).catch(() => undefined);
        if (reply?.status === 200) answered.push(id);
      }
    };
    const lanes = Array.from({ length: 16 }, (_, lane) => sendOn(lane));
    await eventually(() => expect(answered.length).toBeGreaterThan(100 * round), { timeoutMs: 20_000 });
    child.kill('SIGKILL');
    await once(child, 'exit');
    isDead = true;
    await Promise.all(lanes);

    const [kept] = await database.db.query<{ stored: bigint; promised: bigint }[]>(
      `select (select count(*) from webhooks.inbox where transmission_id = any($1)) as stored,
              (select count(*) from messaging.outbox where data ->> 'paymentKey' = any($1)) as promised`,
      [answered],
    );
    expect(kept).toEqual({ stored: BigInt(answered.length), promised: BigInt(answered.length) });
  }
}, 120_000);
