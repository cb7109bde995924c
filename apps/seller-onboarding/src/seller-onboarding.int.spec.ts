import { spawn, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { setClock } from '@jeongsan/database';
import { createApp, parseEnv } from '@jeongsan/nest-kit';
import { onboardingContract } from '@jeongsan/platform-contract';
import { eventually, freePort, testRedis, type TestRedis, expectDecided } from '@jeongsan/testing';
import { Redis } from 'ioredis';
import { AppModule } from './app.module.js';
import { Env } from './env.js';
import {
  accounts,
  application,
  DATA_KEY,
  FINGERPRINT_KEY,
  MORNING,
  newSellerId,
  OnboardingWorld,
} from './testing/onboarding-world.js';

const INGESTOR = resolve(__dirname, '../../webhook-ingestor/dist/main.js');
const KEY = 'market-key';
const ADMIN_KEY = 'admin-key';
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const API_KEYS = JSON.stringify([
  { id: 'market', sha256: sha256(KEY), roles: ['market'] },
  { id: 'admin', sha256: sha256(ADMIN_KEY), roles: ['admin'] },
]);

const world = new OnboardingWorld();
const logged: string[] = [];
let redis: TestRedis;
let app: NestFastifyApplication;
let ingestor: { url: string; process: ChildProcess };

beforeAll(async () => {
  await world.open();
  redis = await testRedis();
  await setClock(world.database.db, MORNING, new Date());
  ingestor = await startIngestor();
  jest.spyOn(process.stdout, 'write').mockImplementation((text) => logged.push(String(text)) > 0);
  const env = parseEnv(Env, {
    PORT: '0',
    LOG_LEVEL: 'debug',
    CONTROLLED_CLOCK: 'true',
    DATABASE_URL: world.database.urlOf('seller-onboarding'),
    REDIS_URL: redis.url,
    API_KEYS,
    PROVIDER_BASE_URL: world.sandbox.baseUrl,
    PROVIDER_SECRET_KEY: world.sandbox.secretKey,
    PROVIDER_SECURITY_KEYS: world.sandbox.securityKey,
    DATA_KEYS: DATA_KEY,
    FINGERPRINT_KEY,
  });
  app = await createApp({ module: AppModule.for(env), env, title: 'seller-onboarding', contract: onboardingContract });
  await app.init();
}, 90_000);
afterAll(async () => {
  await app.close();
  ingestor.process.kill('SIGKILL');
  await redis.close();
  await world.close();
  jest.restoreAllMocks();
}, 30_000);

async function startIngestor(): Promise<typeof ingestor> {
  const port = await freePort();
  const process_ = spawn(process.execPath, [INGESTOR], {
    stdio: 'ignore',
    env: {
      PORT: String(port),
      LOG_LEVEL: 'error',
      API_KEYS: '[]',
      ROLE: 'http',
      CONTROLLED_CLOCK: 'true',
      DATABASE_URL: world.database.urlOf('webhook-ingestor'),
      REDIS_URL: redis.url,
      PROVIDER_SECURITY_KEYS: world.sandbox.securityKey,
      DATA_KEYS: DATA_KEY,
    },
  });
  const url = `http://127.0.0.1:${port}`;
  await eventually(async () => expect((await fetch(`${url}/health/ready`)).status).toBe(200), {
    timeoutMs: 40_000,
    everyMs: 50,
  });
  return { url, process: process_ };
}

type Reply = { status: number; json: Record<string, unknown> & { items: Record<string, unknown>[] } };
async function call(
  method: 'GET' | 'POST',
  url: string,
  payload?: object,
  headers: Record<string, string> = {},
): Promise<Reply> {
  const reply = await app.inject({
    method,
    url,
    headers: { authorization: `Bearer ${KEY}`, ...headers },
    ...(payload && { payload }),
  });
  const json = reply.json<Reply['json']>();
  if (reply.statusCode < 300) await expectDecided(world.database.db, { method, url, reply: json });
  return { status: reply.statusCode, json };
}
const state = async (sellerId: string) => (await call('GET', `/sellers/${sellerId}`)).json['state'];
const reaches = (sellerId: string, wanted: string) =>
  eventually(async () => expect(await state(sellerId)).toBe(wanted), { timeoutMs: 15_000, everyMs: 50 });
const idOf = async (sellerId: string) => ({
  params: { id: String((await call('GET', `/sellers/${sellerId}`)).json['providerSellerId']) },
});
const hears = (events: ('seller.changed' | 'payout.changed')[]) =>
  world.sandbox.control.registerWebhook({ body: { url: `${ingestor.url}/webhooks/provider`, events } });

test('a seller applies, is registered, and follows the provider through its webhooks', async () => {
  await hears(['seller.changed']);
  const body = application({ businessType: 'INDIVIDUAL' });
  const applied = await call('POST', '/sellers', body);
  expect([applied.status, applied.json]).toMatchObject([
    202,
    { sellerId: body.sellerId, accountNumber: '110*****67812', bankCode: '088' },
  ]);
  await reaches(body.sellerId, 'awaiting_identity');
  const seller = await idOf(body.sellerId);
  await world.sandbox.control.finishIdentityCheck(seller);
  await reaches(body.sellerId, 'limited');
  await world.sandbox.control.finishKyc(seller);
  await reaches(body.sellerId, 'approved');
  expect((await call('POST', '/sellers', body)).json).toMatchObject({ state: 'approved' });
}, 60_000);

test('when webhooks are lost, the poll finds out', async () => {
  await hears(['payout.changed']);
  const body = application({ businessType: 'INDIVIDUAL' });
  await call('POST', '/sellers', body);
  await reaches(body.sellerId, 'awaiting_identity');
  await world.sandbox.control.finishIdentityCheck(await idOf(body.sellerId));
  await setClock(world.database.db, new Date(MORNING.getTime() + 25 * 60_000), new Date());
  await reaches(body.sellerId, 'limited');
}, 60_000);

test('a clock that jumps a month is one look, not thousands', async () => {
  await setClock(world.database.db, new Date(MORNING.getTime() + 30 * 86_400_000), new Date());
  const next = await eventually(async () => {
    const [row] = await world.database.db.query<{ next_run_at: Date }[]>(
      `select next_run_at from messaging.schedule where name = 'seller.poll'`,
    );
    expect(row?.next_run_at.getTime()).toBeGreaterThan(MORNING.getTime() + 30 * 86_400_000);
    return row?.next_run_at;
  });
  expect(next?.getTime()).toBeLessThanOrEqual(MORNING.getTime() + 30 * 86_400_000 + 11 * 60_000);
});

test('an account is changed over HTTP, and shown masked', async () => {
  const body = application();
  await call('POST', '/sellers', body);
  await reaches(body.sellerId, 'limited');
  const changed = await call('POST', `/sellers/${body.sellerId}/account`, accounts.another);
  expect([changed.status, changed.json['accountNumber']]).toEqual([202, '110*****67812']);
  await eventually(
    async () => expect((await call('GET', `/sellers/${body.sellerId}`)).json['accountNumber']).toBe('220*****67834'),
    { timeoutMs: 15_000 },
  );
  const { json } = await call('GET', `/account-changes?open=true&sellerId=${body.sellerId}`);
  expect(json.items).toMatchObject([
    { state: 'waiting', accountNumber: '220*****67834', previousAccountNumber: '110*****67812', decidedBy: null },
  ]);
  expect(JSON.stringify(json)).not.toContain(accounts.another.accountNumber);
  const admin = { authorization: `Bearer ${ADMIN_KEY}` };
  const backlog = await call('GET', '/operations/backlog', undefined, admin);
  const subject = `account-change/${String(json.items[0]?.['changeId'])}`;
  expect(backlog.json['waitingForPerson']).toContainEqual(
    expect.objectContaining({ subject, reason: 'ACCOUNT_CHANGED' }),
  );

  const confirm = (headers: object, payload: object = { reason: 'called the seller back' }) =>
    call('POST', `/account-changes/${String(json.items[0]?.['changeId'])}/confirm`, payload, {
      ...headers,
      'idempotency-key': newSellerId(),
    });
  expect((await confirm({})).status).toBe(403);
  expect((await confirm(admin)).json['code']).toBe('ACCOUNT_SECOND_PERSON_REQUIRED');
  expect((await confirm(admin, {})).json['code']).toBe('INVALID_REQUEST');
}, 30_000);

// prettier-ignore
test.each([
  ['an unknown seller',             'GET',  '/sellers/nobody',         undefined,                                                              404, 'SELLER_NOT_FOUND'],
  ['a change for nobody',           'POST', '/sellers/nobody/account', accounts.another,                                                       404, 'SELLER_NOT_FOUND'],
  ['changes of another kind',       'GET',  '/account-changes?open=maybe', undefined,                                                        400, 'INVALID_REQUEST'],
  ['a change nobody asked for',     'POST', '/account-changes/nothing/reject', { reason: 'not theirs' },                                       403, 'FORBIDDEN'],
  ['an account with letters',       'POST', '/sellers',                application({ account: { ...accounts.another, accountNumber: '12-34' } }), 400, 'INVALID_REQUEST'],
  ['a business without its number', 'POST', '/sellers',                { ...application(), businessRegistrationNumber: undefined },            400, 'INVALID_REQUEST'],
] as const)('%s is answered with a stable code', async (_, method, url, body, status, code) => {
  const reply = await call(method, url, body);
  expect([reply.status, reply.json['code']]).toEqual([status, code]);
});

test('other facts under the same id are a conflict', async () => {
  const body = application();
  await call('POST', '/sellers', body);
  const reply = await call('POST', '/sellers', { ...body, name: '채소가게' });
  expect([reply.status, reply.json['code']]).toEqual([409, 'SELLER_CONFLICT']);
});

test('sellers are listed by id, page by page, each once', async () => {
  const prefix = newSellerId();
  for (let i = 0; i < 5; i += 1) await call('POST', '/sellers', application({ sellerId: `${prefix}-${i}` }));
  const ids: unknown[] = [];
  for (let after = prefix; after !== '';) {
    const { json } = await call('GET', `/sellers?after=${after}&limit=2`);
    ids.push(...json.items.map((item) => item['sellerId']));
    after = typeof json['nextCursor'] === 'string' ? json['nextCursor'] : '';
  }
  expect(ids.slice(0, 5)).toEqual(Array.from({ length: 5 }, (_, i) => `${prefix}-${i}`));
  expect(new Set(ids).size).toBe(ids.length);
});

test('a caller without the scope may not look', async () => {
  expect((await call('GET', '/sellers', undefined, { authorization: 'Bearer nobody' })).status).toBe(401);
});

test('no account number, holder, name or e-mail is in a log or in Redis, whatever happened above', async () => {
  const body = application({
    name: '과일카나리아',
    email: 'canary@market.example',
    account: { bankCode: '088', accountNumber: '98765432109999', holderName: '카나리아' },
  });
  await world.fault('verifyHolderName', 'garbage');
  const keys = new Redis(redis.url);
  await call('POST', '/sellers', body);
  await reaches(body.sellerId, 'account_refused');
  await call('POST', `/sellers/${body.sellerId}/account`, { ...body.account, accountNumber: '9876543210x' });
  const inRedis = await Promise.all((await keys.keys('*')).map((key) => keys.dump(key)));
  keys.disconnect();
  const seen = logged.join() + inRedis.map((value) => value ?? '').join();
  expect(logged.length).toBeGreaterThan(0);
  for (const canary of ['9876543210', '카나리아', 'canary@', '1101234567812', '2201234567834', '김정산', 'fruit@']) {
    expect({ canary, seen: seen.includes(canary) }).toEqual({ canary, seen: false });
  }
}, 30_000);
