import { createHmac, randomUUID } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createApp, parseEnv } from '@jeongsan/nest-kit';
import { ingestorContract } from '@jeongsan/platform-contract';
import { eventually, testDatabase, testRedis, type TestDatabase, type TestRedis } from '@jeongsan/testing';
import { AppModule } from '../app.module.js';
import { Env } from '../env.js';
import { receiveWebhooks } from '../receive-webhook/receive-webhook.route.js';

jest.setTimeout(30_000);
const KEY = 'ab'.repeat(32);
const PER_SECOND = 10;
const PER_SUBJECT = 50;
const UNKNOWN = 20;
const SECRET = 'only-the-provider-knows-this';

let database: TestDatabase;
let redis: TestRedis;
let open: NestFastifyApplication;
let guarded: NestFastifyApplication;
let url: string;

async function start(more: Record<string, string>): Promise<NestFastifyApplication> {
  const env = parseEnv(Env, {
    PORT: '0',
    LOG_LEVEL: 'silent',
    API_KEYS: '[]',
    DATABASE_URL: database.url,
    REDIS_URL: redis.url,
    // No worker runs: jobs stay in the outbox, where the tests read them.
    ROLE: 'http',
    PROVIDER_SECURITY_KEYS: KEY,
    DATA_KEYS: 'ef'.repeat(32),
    WEBHOOK_TRUSTED_PROXIES: '127.0.0.0/8',
    ...more,
  });
  const app = await createApp({
    module: AppModule.for(env),
    env,
    title: 'ingestor',
    contract: ingestorContract,
    configure: receiveWebhooks,
  });
  await app.listen(0, '127.0.0.1');
  return app;
}

beforeAll(async () => {
  [database, redis] = await Promise.all([testDatabase(), testRedis()]);
  open = await start({
    WEBHOOK_UNSIGNED_PER_SECOND: String(PER_SECOND),
    WEBHOOK_SUBJECT_PER_MINUTE: String(PER_SUBJECT),
    WEBHOOK_UNKNOWN_PER_MINUTE: String(UNKNOWN),
    WEBHOOK_LOOK_AFTER_MS: '20000',
    WEBHOOK_LOOK_INTERVAL_SECONDS: '600',
    WEBHOOK_CONNECTIONS_MAX: '300',
  });
  guarded = await start({ WEBHOOK_SOURCES: '203.0.113.0/24, 2001:db8::/32', WEBHOOK_PATH_SECRET: SECRET });
  url = await open.getUrl();
}, 60_000);
afterAll(async () => {
  await Promise.all([open.close(), guarded.close()]);
  await database.drop();
  await redis.close();
});
beforeEach(() => database.db.query('truncate webhooks.inbox, webhooks.inbox_key, webhooks.look, messaging.outbox'));

let sources = 0;
/** A new source address, because rates are counted by address. */
const stranger = (): string => `198.51.${Math.floor((sources += 1) / 250)}.${(sources % 250) + 1}`;

type Sent = { status: number; code: string | undefined; retryAfter: string | null };
async function send(
  body: string,
  headers: Record<string, string> = {},
  to = `${url}/webhooks/provider`,
): Promise<Sent> {
  const reply = await fetch(to, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': stranger(), ...headers },
    body,
  });
  const { code } = (await reply.json()) as { code?: string };
  return { status: reply.status, code, retryAfter: reply.headers.get('retry-after') };
}

const timeAgo = (hours: number): string => new Date(Date.now() - hours * 3_600_000).toISOString();
function signed(event: object, headers: Record<string, string> = {}, time = timeAgo(1)): Promise<Sent> {
  // The body differs from the output of JSON.stringify, to show that the bytes are signed.
  const body = ` ${JSON.stringify({ amount: '1.0', ...event }).replace('"1.0"', '1.0')}\n`;
  const mac = createHmac('sha256', Buffer.from(KEY, 'hex')).update(`${body}:${time}`).digest('base64');
  return send(body, {
    'tosspayments-webhook-transmission-id': randomUUID(),
    'tosspayments-webhook-transmission-time': time,
    'tosspayments-webhook-signature': `v1:${mac}`,
    ...headers,
  });
}
const payout = (id: string = randomUUID()) => ({
  eventType: 'payout.changed',
  createdAt: timeAgo(1),
  eventId: id,
  entityBody: { id: 'FPA_1', status: 'COMPLETED' },
});
const payment = (paymentKey: string, more: object = {}) =>
  JSON.stringify({ eventType: 'PAYMENT_STATUS_CHANGED', createdAt: randomUUID(), data: { paymentKey, ...more } });
const ok = { status: 200, code: undefined, retryAfter: null };

const rows = <T>(sql: string, values: unknown[] = []) => database.db.query<T[]>(sql, values);
const jobs = () =>
  rows<{ job: string; data: object; run_at: Date }>('select job, data, run_at from messaging.outbox order by id');
const stored = async (): Promise<number> => {
  const [row] = await rows<{ n: bigint }>('select count(*) as n from webhooks.inbox');
  return Number(row?.n);
};
const many = <T>(count: number, work: (i: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, i) => work(i)));
const countOf = (sent: readonly Sent[], status: number): number => sent.filter((one) => one.status === status).length;

test('400 unsigned events about one payment are one look, and most of them are not even kept', async () => {
  const sent = await many(400, () => send(payment('pay_1')));
  expect(countOf(sent, 200) + countOf(sent, 429)).toBe(400);
  const limited = sent.find(({ status }) => status === 429);
  expect(limited?.code).toBe('WEBHOOK_RATE_LIMITED');
  expect(Number(limited?.retryAfter)).toBeGreaterThan(0);
  expect(await stored()).toBe(countOf(sent, 200));
  expect(await stored()).toBeLessThanOrEqual(PER_SUBJECT + 30);
  expect(await jobs()).toMatchObject([{ job: 'payment.observe', data: { paymentKey: 'pay_1' } }]);
});

test('an event that comes when a look may have begun is looked at again, once, and not before the interval is over', async () => {
  await knownPayment('pay_two');
  await send(payment('pay_two'));
  const begun = new Date(Date.now() - 1_000);
  await rows('update webhooks.look set due_at = $1', [begun]);
  await send(payment('pay_two'));
  await many(20, () => send(payment('pay_two')));
  const [, second, ...more] = await jobs();
  expect(second?.run_at).toEqual(new Date(begun.getTime() + 600_000));
  expect(more).toEqual([]);
  // The last look is long over, so the next event is looked at without waiting for the interval.
  await rows(`update webhooks.look set due_at = now() - interval '2 hours'`);
  await send(payment('pay_two'));
  const third = (await jobs())[2];
  expect(third && third.run_at.getTime() - Date.now()).toBeLessThanOrEqual(20_000);
});

test('any number of payments that nobody knows are a bounded number of looks, and one that is known is looked at', async () => {
  const sent = await many(150, (i) => send(payment(`made-up-${i}`)));
  expect([countOf(sent, 200), countOf(sent, 429)]).toEqual([await stored(), 150 - (await stored())]);
  expect((await jobs()).length).toBeLessThanOrEqual(UNKNOWN + 10);
  await rows('truncate messaging.outbox');
  await knownPayment('pay_known');
  expect(await send(payment('pay_known'))).toEqual(ok);
  expect(await jobs()).toMatchObject([{ data: { paymentKey: 'pay_known' } }]);
});

test('invented orders, cancels and reservations share the budget of invented payments; known ones are looked at', async () => {
  // The budget of the previous test is used up here; what is left of it grows by less than one look a second.
  const invented = (i: number): string => {
    const kinds = [
      { createdAt: randomUUID(), secret: 's', status: 'DONE', transactionKey: 't', orderId: `made-up-${i}` },
      { eventType: 'CANCEL_STATUS_CHANGED', createdAt: 'x', data: { transactionKey: `made-up-${i}` } },
      { eventType: 'ars-reservation.changed', eventId: 'e', entityBody: { arsReservationKey: `made-up-${i}` } },
      { eventType: 'ORDER_PAYMENT_STATUS_CHANGED', data: { orderKey: `made-up-too-${i}` } },
    ];
    return JSON.stringify(kinds[i % kinds.length]);
  };
  const sent = await many(160, (i) => send(invented(i)));
  expect(countOf(sent, 200) + countOf(sent, 429)).toBe(160);
  expect((await jobs()).length).toBeLessThanOrEqual(UNKNOWN + 10);
  await rows('truncate messaging.outbox');

  await knownPayment('order_known');
  await rows(
    `insert into gateway.cancel (id, payment_id, request_key, amount, reason, state, transaction_key, created_at)
     select gen_random_uuid(), id, 'request', 500, 'r', 'done', 'txrd_known', now() from gateway.payment where payment_key = 'order_known'`,
  );
  const deposit = { createdAt: 'x', secret: 's', status: 'DONE', transactionKey: 't', orderId: 'order_known' };
  const cancel = { eventType: 'CANCEL_STATUS_CHANGED', createdAt: 'x', data: { transactionKey: 'txrd_known' } };
  for (const event of [deposit, cancel]) expect(await send(JSON.stringify(event))).toEqual(ok);
  expect(await jobs()).toMatchObject([
    { job: 'payment-order.observe', data: { orderId: 'order_known' } },
    { job: 'payment-cancel.find', data: { transactionKey: 'txrd_known' } },
  ]);
});

async function knownPayment(paymentKey: string): Promise<void> {
  await rows(
    `insert into gateway.orders (order_id, order_name, ordered_at, currency, total, tax_free, facts_hash, created_at)
     values ($1, 'shoes', now(), 'KRW', 1000, 0, 'x', now())`,
    [paymentKey],
  );
  await rows(
    `insert into gateway.payment (id, order_id, payment_key, amount, state, created_at) values ($1, $2, $2, 1000, 'confirming', now())`,
    [randomUUID(), paymentKey],
  );
}

test('an unsigned event takes the place of no signed one, whatever id it was sent under', async () => {
  const id = 'whtrans_taken';
  const header = { 'tosspayments-webhook-transmission-id': id };
  await knownPayment('pay_three');
  expect(await send(payment('pay_three'), header)).toEqual(ok);
  expect(await signed(payout('ev-1'), header)).toEqual(ok);
  expect((await jobs()).map(({ job }) => job).sort()).toEqual(['payment.observe', 'payout.observe']);
});

test('a signed webhook older than the last retry is kept, and nobody looks', async () => {
  expect(await signed(payout('ev-old'), {}, timeAgo(97))).toEqual(ok);
  expect(await signed(payout('ev-new'), {}, timeAgo(92))).toEqual(ok);
  const kept = await rows('select left_alone from webhooks.inbox order by left_alone');
  expect([kept, (await jobs()).length]).toEqual([[{ left_alone: 'too-old' }, { left_alone: null }], 1]);
});

test('of types that no document knows twenty in an hour are kept, and all are counted', async () => {
  const sent = await many(60, (i) => send(`{"eventType":"made.up.${i}"}`));
  expect(countOf(sent, 200)).toBe(60);
  expect(await stored()).toBe(20);
  const { body } = await open.inject('/metrics');
  expect(body).toContain('provider_webhooks_total{event="other",outcome="counted"} 40');
});

test('what a body says of people is nowhere in clear', async () => {
  const canaries = ['홍길동', 'hong@example.com', '010-1234-5678', '110123456789'];
  const [name, email, phone, account] = canaries;
  await knownPayment('pay_four');
  expect(await send(payment('pay_four', { customerName: name, customerEmail: email }))).toEqual(ok);
  expect(await signed({ ...payout('ev-4'), holder: { name, phone, account } })).toEqual(ok);
  const tables = await rows<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('webhooks', 'messaging')`,
  );
  for (const { name: table } of tables) {
    const text = JSON.stringify(await rows(`select t::text from ${table} t`));
    expect({ table, found: canaries.filter((canary) => text.includes(canary)) }).toEqual({ table, found: [] });
  }
  expect(await rows('select count(*) as n from webhooks.inbox where body is null and sealed_by is not null')).toEqual([
    { n: 2n },
  ]);
});

test('one source that sends too much is told so; its neighbour, and whoever it pretends to be, are not', async () => {
  const [loud, quiet] = [stranger(), stranger()];
  const flood = await many(200, (i) => send('{"eventType":"x"}', { 'x-forwarded-for': `${quiet}-${i}, ${loud}` }));
  expect(countOf(flood, 429)).toBeGreaterThan(0);
  expect(countOf(flood, 200)).toBeGreaterThanOrEqual(PER_SECOND * 2);
  expect(await send('{"eventType":"x"}', { 'x-forwarded-for': quiet })).toEqual(ok);
  expect(await signed(payout(), { 'x-forwarded-for': loud })).toEqual(ok);
});

// prettier-ignore
test.each([
  ['the address of the provider',         '203.0.113.9',           SECRET,                200, undefined],
  ['its IPv6 network',                    '2001:db8:1::9',         SECRET,                200, undefined],
  ['another address',                     '203.0.114.9',           SECRET,                403, 'WEBHOOK_SOURCE_REFUSED'],
  ['an address it only claims',           '203.0.113.9, 10.0.0.1', SECRET,                403, 'WEBHOOK_SOURCE_REFUSED'],
  ['the right address, no secret',        '203.0.113.9',           '',                    404, undefined],
  ['the right address, another secret',   '203.0.113.9',           'only-somebody-thinks', 404, 'NOT_FOUND_ROUTE'],
])('from %s', async (_, from, secret, status, code) => {
  const to = `${await guarded.getUrl()}/webhooks/provider${secret && `/${secret}`}`;
  const sent = await send('{"eventType":"BILLING_DELETED"}', { 'x-forwarded-for': from }, to);
  expect(sent.status).toBe(status);
  if (code) expect(sent.code).toBe(code);
});

/** Writes raw bytes to the door, and resolves with the reply when the connection closes. */
async function raw(...parts: (string | Buffer)[]): Promise<{ reply: string; seconds: number }> {
  const start = performance.now();
  const { port } = new URL(url);
  const socket = connect(Number(port), '127.0.0.1');
  socket.on('error', () => undefined);
  for (const part of parts) socket.write(part);
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  await new Promise((resolve) => socket.once('end', resolve).once('close', resolve));
  socket.destroy();
  return { reply: Buffer.concat(chunks).toString(), seconds: (performance.now() - start) / 1_000 };
}
const head = (...headers: string[]) =>
  [`POST /webhooks/provider HTTP/1.1`, 'host: x', `x-forwarded-for: ${stranger()}`, ...headers, '', ''].join('\r\n');

test('a large unsigned body is refused by its length, before a byte of it came', async () => {
  const { reply } = await raw(head('content-length: 1048576'));
  expect(reply).toContain('HTTP/1.1 413 ');
  expect(reply).toContain('"code":"PAYLOAD_TOO_LARGE"');
});

test('a body without a length is refused where the limit is reached, however much would follow', async () => {
  const chunk = `4000\r\n${'x'.repeat(0x4000)}\r\n`;
  const { reply } = await raw(head('transfer-encoding: chunked'), ...Array<string>(5).fill(chunk));
  expect(reply).toContain('HTTP/1.1 413 ');
});

test('who sent a wrong signature is read as little as one without; a genuine one from there still passes', async () => {
  const from = { 'x-forwarded-for': stranger() };
  const wrong = {
    ...from,
    'tosspayments-webhook-signature': 'v1:AAAA',
    'tosspayments-webhook-transmission-time': timeAgo(1),
  };
  expect(await send(JSON.stringify(payout()), wrong)).toMatchObject({ status: 401, code: 'WEBHOOK_SIGNATURE_INVALID' });
  const { reply } = await raw(
    head('content-length: 100000', 'tosspayments-webhook-signature: v1:AAAA').replace(
      /x-forwarded-for: [\d.]+/,
      `x-forwarded-for: ${from['x-forwarded-for']}`,
    ),
  );
  expect(reply).toContain('HTTP/1.1 413 ');
  expect(await signed(payout(), from)).toEqual(ok);
  expect(await signed({ ...payout(), more: 'x'.repeat(200_000) })).toEqual(ok);
});

test('a flood of unsigned ones that cannot be stored fills its own share of the memory and delays no signed one', async () => {
  const holder = database.db.createQueryRunner();
  await holder.startTransaction();
  await holder.query('lock table webhooks.look in access exclusive mode');
  const big = payment('pay_known_2', { note: 'x'.repeat(60_000) });
  const flood = many(260, () =>
    send(big.replace(/"createdAt":"[^"]+"/, `"createdAt":"${randomUUID()}"`).replace('pay_known_2', randomUUID())),
  );
  await eventually(async () => {
    const { body } = await open.inject('/metrics');
    expect(body).toMatch(/provider_webhooks_total\{event="other",outcome="UNAVAILABLE"\} [1-9]/);
    expect(Number(/provider_webhook_bytes\{pool="unsigned"\} (\d+)/.exec(body)?.[1])).toBeLessThanOrEqual(
      8 * 1024 * 1024,
    );
  });
  const sent = await many(20, () => signed(payout()));
  expect(sent).toEqual(Array(20).fill(ok));
  await holder.rollbackTransaction();
  await holder.release();
  const answers = await flood;
  expect(answers.find(({ status }) => status === 503)).toMatchObject({ code: 'UNAVAILABLE', retryAfter: '5' });
});

test('connections that say nothing, or never end what they say, give way to one that has something to say', async () => {
  const { port } = new URL(url);
  const idle = Array.from({ length: 400 }, (_, i): Socket => {
    const socket = connect(Number(port), '127.0.0.1');
    socket.on('error', () => undefined);
    if (i % 2) socket.write(`${head('content-length: 1000', 'tosspayments-webhook-signature: v1:AAAA')}{`);
    return socket;
  });
  await pause(300);
  expect(await signed(payout())).toEqual(ok);
  await eventually(() => expect(idle.filter((socket) => socket.closed).length).toBeGreaterThanOrEqual(100));
  for (const socket of idle) socket.destroy();
});
