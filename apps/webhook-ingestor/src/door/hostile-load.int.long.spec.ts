import { spawn, type ChildProcess } from 'node:child_process';
import { createHmac, randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { eventually, freePort, testDatabase, testRedis, type TestDatabase, type TestRedis } from '@jeongsan/testing';

const MAIN = resolve(__dirname, '../../dist/main.js');
const KEY = 'ab'.repeat(32);
const SECONDS = 6;
const HOSTILE_PER_SECOND = 200;
const SIGNED_PER_SECOND = 20;
const RSS_BYTES_MAX = 300e6;
const PROVIDER_GIVES_UP_MS = 10_000;

let database: TestDatabase;
let redis: TestRedis;
let running: ChildProcess | undefined;
let port: number;

beforeAll(async () => {
  if (!existsSync(MAIN)) throw new Error(`${MAIN} is missing: build the app first`);
  [database, redis] = await Promise.all([testDatabase(), testRedis()]);
  port = await freePort();
  running = spawn(process.execPath, [MAIN], {
    stdio: 'ignore',
    env: {
      PORT: String(port),
      LOG_LEVEL: 'error',
      API_KEYS: '[]',
      DATABASE_URL: database.url,
      REDIS_URL: redis.url,
      ROLE: 'http',
      PROVIDER_SECURITY_KEYS: KEY,
      DATA_KEYS: 'ef'.repeat(32),
      WEBHOOK_TRUSTED_PROXIES: '127.0.0.0/8',
      // Longer than this spec lasts, so all webhooks about the payment cause one look.
      WEBHOOK_LOOK_AFTER_MS: '60000',
    },
  });
  const ready = async () => expect((await fetch(`http://127.0.0.1:${port}/health/ready`)).status).toBe(200);
  await eventually(ready, { timeoutMs: 60_000, everyMs: 50 });
}, 120_000);
afterAll(async () => {
  running?.kill('SIGKILL');
  await database.drop();
  await redis.close();
});

/** Sends one request over its own connection; returns the status, or 0 if the connection was cut. */
function post(body: string, headers: Record<string, string>): Promise<number> {
  return new Promise((done) => {
    let head = '';
    const socket = connect(port, '127.0.0.1');
    const end = (): void => {
      socket.destroy();
      done(Number(/^HTTP\/1.1 (\d{3})/.exec(head)?.[1] ?? 0));
    };
    socket.setTimeout(PROVIDER_GIVES_UP_MS, end);
    socket.on('error', end).on('close', end);
    socket.on('data', (chunk: Buffer) => {
      head += chunk.toString('latin1');
      if (head.includes('\r\n\r\n')) end();
    });
    const lines = Object.entries({ host: 'x', 'content-length': String(Buffer.byteLength(body)), ...headers });
    socket.write(
      `POST /webhooks/provider HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`,
    );
  });
}

const LARGE = 'x'.repeat(1024 * 1024);
const WRONG = { 'tosspayments-webhook-signature': 'v1:AAAA', 'tosspayments-webhook-transmission-time': 'now' };
function hostile(index: number): Promise<number> {
  const from = { 'x-forwarded-for': `198.18.0.${index % 200}` };
  const [body, headers] = [
    [LARGE, from],
    [`{"eventType":"made.up.${index}"}`, from],
    [`{"eventType":"payout.changed","entityBody":{"id":"FPA_${index}"}}`, { ...from, ...WRONG }],
    [LARGE, { ...from, ...WRONG }],
    [`{"eventType":"PAYMENT_STATUS_CHANGED","createdAt":"${index}","data":{"paymentKey":"named"}}`, from],
  ][index % 5] as [string, Record<string, string>];
  return post(body, headers);
}

async function signed(): Promise<{ status: number; ms: number }> {
  const start = performance.now();
  const time = new Date().toISOString();
  const entity = { id: randomUUID().slice(0, 30), amount: '1.0' };
  const body = ` ${JSON.stringify({ eventType: 'payout.changed', createdAt: time, eventId: randomUUID(), entityBody: entity })}\n`;
  const mac = createHmac('sha256', Buffer.from(KEY, 'hex')).update(`${body}:${time}`).digest('base64');
  const status = await post(body, {
    'tosspayments-webhook-transmission-id': randomUUID(),
    'tosspayments-webhook-transmission-time': time,
    'tosspayments-webhook-signature': `v1:${mac}`,
  });
  return { status, ms: performance.now() - start };
}

/** Starts `perSecond` calls a second for the time of this spec, without waiting for earlier ones. */
async function atRate<T>(perSecond: number, work: (index: number) => Promise<T>): Promise<T[]> {
  const started: Promise<T>[] = [];
  const start = performance.now();
  for (let index = 0; index < perSecond * SECONDS; index += 1) {
    const dueMs = (index * 1_000) / perSecond;
    await pause(Math.max(0, dueMs - (performance.now() - start)));
    started.push(work(index));
  }
  return Promise.all(started);
}

test('under a flood every signed webhook is answered in time and stored, memory stays bounded, and one payment is one look', async () => {
  const [answers, flood] = await Promise.all([atRate(SIGNED_PER_SECOND, signed), atRate(HOSTILE_PER_SECOND, hostile)]);
  expect(flood).toHaveLength(HOSTILE_PER_SECOND * SECONDS);
  expect(answers.filter(({ status, ms }) => status !== 200 || ms > PROVIDER_GIVES_UP_MS)).toEqual([]);
  const [kept] = await database.db.query<{ stored: bigint; promised: bigint; looks: bigint }[]>(
    `select (select count(*) from webhooks.inbox where signature = 'valid') as stored,
            (select count(*) from messaging.outbox where job = 'payout.observe') as promised,
            (select count(*) from messaging.outbox where job = 'payment.observe') as looks`,
  );
  const count = BigInt(SIGNED_PER_SECOND * SECONDS);
  expect(kept).toEqual({ stored: count, promised: count, looks: 1n });
  if (process.platform === 'linux') {
    const peak = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${running?.pid}/status`, 'utf8'))?.[1];
    expect(Number(peak) * 1_024).toBeLessThanOrEqual(RSS_BYTES_MAX);
  }
}, 60_000);
