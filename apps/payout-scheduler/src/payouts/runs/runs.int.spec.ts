import { createHash, randomUUID } from 'node:crypto';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { instantAt } from '@jeongsan/calendar';
import { setClock } from '@jeongsan/database';
import { createApp, parseEnv, type Role } from '@jeongsan/nest-kit';
import { schedulerContract } from '@jeongsan/platform-contract';
import { plainTerms } from '@jeongsan/settlement';
import {
  TEST_DATA_KEYS,
  booksAreSound,
  eventually,
  sellerHas,
  testDatabase,
  testOperators,
  testRedis,
  type Operators,
  type TestDatabase,
  type TestRedis,
  expectDecided,
} from '@jeongsan/testing';
import { AppModule } from '../../app.module.js';
import { Env } from '../../env.js';
import { addTerms } from '../../terms/set-terms/set-terms.js';

jest.setTimeout(60_000);
const NOW = instantAt('2026-05-08', '07:00:00');
const minutesAgo = (minutes: number) => Math.floor(Date.now() / 1_000) - minutes * 60;

let database: TestDatabase;
let redis: TestRedis;
let app: NestFastifyApplication;
let operators: Operators;

beforeAll(async () => {
  database = await testDatabase();
  redis = await testRedis();
  await setClock(database.db, NOW, new Date());
  operators = await testOperators();
  const sha256 = createHash('sha256').update('robot-key').digest('hex');
  const env = parseEnv(Env, {
    PORT: '0',
    LOG_LEVEL: 'silent',
    CONTROLLED_CLOCK: 'true',
    DATABASE_URL: database.urlOf('payout-scheduler'),
    REDIS_URL: redis.url,
    API_KEYS: JSON.stringify([{ id: 'robot', sha256, roles: ['admin'] }]),
    ...operators.env,
    PROVIDER_BASE_URL: 'http://127.0.0.1:9',
    PROVIDER_SECRET_KEY: 'test_sk_nobody',
    PROVIDER_SECURITY_KEYS: '0'.repeat(64),
    DATA_KEYS: TEST_DATA_KEYS,
    SELLER_SESSION_KEY: TEST_DATA_KEYS,
    APPROVAL_LIMITS: JSON.stringify({ roles: { approver: '50000', admin: null }, operators: { lee: '2000000' } }),
    REAUTH_THRESHOLD: '60000',
    DISPATCH_AT: '23:59:59',
  });
  app = await createApp({ module: AppModule.for(env), env, title: 'payout-scheduler', contract: schedulerContract });
  await app.init();
}, 60_000);
afterAll(async () => {
  await booksAreSound(database.db);
  await app.close();
  await redis.close();
  await database.drop();
});

async function earns(sellerId: string, amount: bigint): Promise<void> {
  await database.db.query(
    `insert into onboarding.seller (seller_id, ref_seller_id, business_type, details_sealed, bank_code, account_sealed, account_masked,
       account_fingerprint, facts_hash, state, provider_seller_id, created_at, updated_at, polled_at)
     values ($1, $2, 'CORPORATE', '', '088', '', '', $1, '', 'approved', $1, now(), now(), now())`,
    [sellerId, `${sellerId}-reference`],
  );
  await addTerms(database.db, { sellerId, effectiveFrom: '2026-01-01', ...plainTerms() }, 'key:market', NOW);
  await sellerHas(database.db, sellerId, amount);
}

/** A person's token; `signedIn` is the claim `auth_time`. */
const person = (id: string, role: Role, signedIn?: number): Promise<string> =>
  operators.token(id, [role], { auth_time: signedIn });
const call = async (credential: string, method: 'GET' | 'POST', url: string, payload?: object) => {
  const headers = { authorization: `Bearer ${credential}`, 'content-type': 'application/json' };
  const reply = await app.inject({ method, url, headers, ...(payload && { payload }) });
  const body = reply.json<Record<string, unknown>>();
  if (reply.statusCode < 300) await expectDecided(database.db, { method, url, reply: body });
  return { status: reply.statusCode, body };
};

test('a run is asked for, looked at, approved within limits by a second person who has just signed in', async () => {
  await earns('a', 70_000n);
  const drafter = await person('kim', 'operator');
  const asked = await call(drafter, 'POST', '/payout-runs', { businessDate: '2026-05-08' });
  expect(asked).toMatchObject({
    status: 202,
    body: { state: 'draft', draftedBy: 'person:kim', businessDate: '2026-05-08' },
  });
  const url = `/payout-runs/${asked.body['id'] as string}`;
  const contentHash = await eventually(
    async () => {
      const hash = (await call(drafter, 'GET', url)).body['contentHash'] as string;
      if (hash === '') throw new Error('The run is still being drafted');
      return hash;
    },
    { timeoutMs: 20_000 },
  );

  const preview = await call(drafter, 'GET', `${url}/preview`);
  expect(preview).toMatchObject({
    status: 200,
    body: { run: { total: 70_000, contentHash }, totals: { payouts: 1, gross: 70_000 }, delta: null, leftOut: [] },
  });
  expect((await call(drafter, 'GET', `${url}/left-out?limit=5`)).body).toEqual({ items: [], nextCursor: null });

  const approve = (credential: string, hash = contentHash) =>
    call(credential, 'POST', `${url}/approve`, { contentHash: hash });
  // prettier-ignore
  const refusals: [string, string, number, string][] = [
    [drafter,                                        contentHash, 403, 'FORBIDDEN'],
    [await person('kim', 'approver', minutesAgo(1)), contentHash, 403, 'RUN_SECOND_PERSON_REQUIRED'],
    [await person('lee', 'approver', minutesAgo(1)), 'another',   409, 'RUN_CONTENT_CHANGED'],
    [await person('park', 'approver', minutesAgo(1)), contentHash, 403, 'RUN_LIMIT_EXCEEDED'],
    [await person('lee', 'approver', minutesAgo(16)), contentHash, 403, 'RUN_REAUTHENTICATION_REQUIRED'],
    [await person('lee', 'approver'),                contentHash, 403, 'RUN_REAUTHENTICATION_REQUIRED'],
    ['robot-key',                                    contentHash, 403, 'RUN_SECOND_PERSON_REQUIRED'],
  ];
  for (const [credential, hash, status, code] of refusals) {
    expect(await approve(credential, hash)).toMatchObject({ status, body: { code } });
  }
  expect((await call(drafter, 'GET', url)).body).toMatchObject({ state: 'draft', approvedBy: null });

  const lee = await person('lee', 'approver', minutesAgo(1));
  expect(await approve(lee)).toMatchObject({ status: 200, body: { state: 'approved', approvedBy: 'person:lee' } });
  expect(await approve(lee)).toMatchObject({ status: 200 });
  expect((await call(drafter, 'GET', url)).body).toMatchObject({
    decisions: [
      { action: 'drafted', by: 'person:kim', role: 'operator', contentHash },
      { action: 'approved', by: 'person:lee', role: 'approver', contentHash },
    ],
  });
});

test('what was asked for wrongly is refused with its own code', async () => {
  const operator = await person('kim', 'operator');
  const ask = (businessDate: string) => call(operator, 'POST', '/payout-runs', { businessDate });
  expect(await ask('2026-05-08')).toMatchObject({ status: 409, body: { code: 'RUN_DATE_TAKEN' } });
  expect(await ask('2026-05-07')).toMatchObject({ status: 409, body: { code: 'RUN_OVERLAPS' } });
  expect(await ask('2026-05-09')).toMatchObject({ status: 422, body: { code: 'RUN_DATE_IN_FUTURE' } });
  expect(await ask('2026-02-30')).toMatchObject({ status: 400, body: { code: 'INVALID_REQUEST' } });
  const approver = await person('lee', 'approver', minutesAgo(1));
  const nowhere = `/payout-runs/${randomUUID()}`;
  for (const [method, path] of [
    ['GET', ''],
    ['GET', '/preview'],
    ['GET', '/left-out'],
    ['POST', '/reject'],
  ] as const) {
    expect(await call(approver, method, nowhere + path)).toMatchObject({
      status: 404,
      body: { code: 'RUN_NOT_FOUND' },
    });
  }
  expect(await call(operator, 'POST', `${nowhere}/reject`)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
});
