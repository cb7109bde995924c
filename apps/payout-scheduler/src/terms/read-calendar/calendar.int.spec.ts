import { createHash } from 'node:crypto';
import { setClock } from '@jeongsan/database';
import { createApp, parseEnv } from '@jeongsan/nest-kit';
import { schedulerContract } from '@jeongsan/platform-contract';
import { plainTerms } from '@jeongsan/settlement';
import {
  TEST_DATA_KEYS,
  booksAreSound,
  eventually,
  testDatabase,
  testRedis,
  type TestDatabase,
  type TestRedis,
  expectDecided,
} from '@jeongsan/testing';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { AppModule } from '../../app.module.js';
import { draftRun } from '../../payouts/runs/draft-run/draft-run.js';
import { Env } from '../../env.js';
import { Policy } from '../policy.js';
import { addTerms } from '../set-terms/set-terms.js';
import { openSeller } from '../../testing/closing-world.js';
import { paidOrder } from '../../testing/market.js';

// A long time-out, because other test files run on the same machine.
jest.setTimeout(30_000);
const MONDAY = new Date('2026-05-11T01:00:00Z');
let database: TestDatabase;
let redis: TestRedis;
let app: NestFastifyApplication;

/** Starts the whole app without a socket. The provider is never called. */
beforeAll(async () => {
  database = await testDatabase();
  redis = await testRedis();
  await setClock(database.db, MONDAY, new Date());
  const sha256 = (key: string) => createHash('sha256').update(key).digest('hex');
  const env = parseEnv(Env, {
    PORT: '0',
    LOG_LEVEL: 'silent',
    NODE_ENV: 'test',
    ROLE: 'http',
    CONTROLLED_CLOCK: 'true',
    DATABASE_URL: database.urlOf('payout-scheduler'),
    REDIS_URL: redis.url,
    API_KEYS: JSON.stringify([
      { id: 'kim', sha256: sha256('kim'), roles: ['operator'] },
      { id: 'lee', sha256: sha256('lee'), roles: ['viewer'] },
    ]),
    PROVIDER_BASE_URL: 'http://127.0.0.1:9',
    PROVIDER_SECRET_KEY: 'test_sk',
    PROVIDER_SECURITY_KEYS: '0'.repeat(64),
    DATA_KEYS: TEST_DATA_KEYS,
    SELLER_SESSION_KEY: TEST_DATA_KEYS,
  });
  app = await createApp({ module: AppModule.for(env), env, title: 'payout-scheduler', contract: schedulerContract });
  await app.init();
  await eventually(async () => expect((await send('lee', 'GET', '/sellers/nobody/terms')).status).toBe(200));
}, 60_000);
afterAll(async () => {
  await app.close();
  await redis.close();
  await booksAreSound(database.db);
  await database.drop();
});

type Reply = { status: number; json: Record<string, unknown> };
async function send(key: string, method: 'GET' | 'POST', url: string, body?: object): Promise<Reply> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const reply = await app.inject({ method, url, headers, ...(body && { payload: JSON.stringify(body) }) });
  const { instance: _trace, ...json } = reply.json<Record<string, unknown>>();
  if (reply.statusCode < 300) await expectDecided(database.db, { method, url, reply: json });
  return { status: reply.statusCode, json };
}
const override = (body: object, key = 'kim') => send(key, 'POST', '/calendar/overrides', body);
const dayOf = async (date: string) => {
  const { json } = await send('lee', 'GET', `/calendar?from=${date}&to=${date}`);
  return (json['days'] as unknown[])[0];
};

test('an added holiday rests, a removed one works; who said it, when, and the last word counts', async () => {
  expect(await dayOf('2026-06-05')).toEqual({
    date: '2026-06-05',
    isBusinessDay: true,
    holidayName: null,
    override: null,
  });
  const added = await override({ date: '2026-06-05', kind: 'add', name: '임시공휴일' });
  expect(added).toMatchObject({ status: 201, json: { date: '2026-06-05', kind: 'add', createdBy: 'key:kim' } });
  expect(await override({ date: '2026-06-05', kind: 'add', name: '임시공휴일' })).toEqual(added);
  expect(await dayOf('2026-06-05')).toMatchObject({
    isBusinessDay: false,
    holidayName: '임시공휴일',
    override: added.json,
  });

  await override({ date: '2026-06-03', kind: 'remove', name: '선거일 변경' });
  expect(await dayOf('2026-06-03')).toMatchObject({
    isBusinessDay: true,
    holidayName: null,
    override: { kind: 'remove' },
  });

  await override({ date: '2026-06-05', kind: 'remove', name: '취소' });
  expect(await dayOf('2026-06-05')).toMatchObject({ isBusinessDay: true, holidayName: null });
  const rows = await database.db.query<unknown[]>(
    `select kind from payouts.holiday_override where date = '2026-06-05' order by id`,
  );
  expect(rows).toEqual([{ kind: 'add' }, { kind: 'remove' }]);
});

test('a range of days tells each, weekends and published holidays included', async () => {
  const { json } = await send('lee', 'GET', '/calendar?from=2026-05-22&to=2026-05-26');
  expect(
    (json['days'] as Record<string, unknown>[]).map((d) => [d['date'], d['isBusinessDay'], d['holidayName']]),
  ).toEqual([
    ['2026-05-22', true, null],
    ['2026-05-23', false, null],
    ['2026-05-24', false, '부처님 오신 날'],
    ['2026-05-25', false, '대체공휴일(부처님 오신 날)'],
    ['2026-05-26', true, null],
  ]);
});

// prettier-ignore
test.each<[string, () => Promise<Reply>, number, string]>([
  ['an impossible date',            () => override({ date: '2026-02-30', kind: 'add', name: 'x' }),        400, 'INVALID_REQUEST'],
  ['a kind that is none',           () => override({ date: '2026-06-10', kind: 'move', name: 'x' }),       400, 'INVALID_REQUEST'],
  ['a correction without a name',   () => override({ date: '2026-06-10', kind: 'add', name: '' }),         400, 'INVALID_REQUEST'],
  ['a day that is over',            () => override({ date: '2026-05-08', kind: 'add', name: 'x' }),        422, 'CALENDAR_DATE_PAST'],
  ['a year without data',           () => override({ date: '2028-01-03', kind: 'add', name: 'x' }),        422, 'CALENDAR_YEAR_UNKNOWN'],
  ['somebody who may only look',    () => override({ date: '2026-06-10', kind: 'add', name: 'x' }, 'lee'), 403, 'FORBIDDEN'],
  ['days of a year without data',   () => send('lee', 'GET', '/calendar?from=2027-12-31&to=2028-01-01'),   422, 'CALENDAR_YEAR_UNKNOWN'],
  ['a range that ends early',       () => send('lee', 'GET', '/calendar?from=2026-05-02&to=2026-05-01'),   422, 'CALENDAR_RANGE_INVALID'],
  ['more than 400 days',            () => send('lee', 'GET', '/calendar?from=2025-01-01&to=2026-12-31'),   422, 'CALENDAR_RANGE_INVALID'],
  ['no range',                      () => send('lee', 'GET', '/calendar'),                                 400, 'INVALID_REQUEST'],
  ['dates of a seller without terms', () => send('lee', 'GET', '/sellers/nobody/settlement-dates'),        422, 'TERMS_MISSING'],
  ['no dates',                      () => send('lee', 'GET', '/sellers/nobody/settlement-dates?count=0'),  422, 'CALENDAR_RANGE_INVALID'],
  ['too many dates',                () => send('lee', 'GET', '/sellers/nobody/settlement-dates?count=32'), 422, 'CALENDAR_RANGE_INVALID'],
])('%s is refused, twice the same', async (_, ask, status, code) => {
  const first = await ask();
  expect(first).toMatchObject({ status, json: { code } });
  expect(await ask()).toEqual(first);
});

test('the next dates of a seller, and when each part of a line is paid that starts to wait on a day', async () => {
  const tranches = [
    { share: 70_000, days: 2, unit: 'BUSINESS' as const },
    { share: 30_000, days: 30, unit: 'CALENDAR' as const },
  ];
  const terms = { startEvent: 'DELIVERED' as const, datePolicy: 'HOLIDAY_AFTER' as const, tranches };
  await openSeller(database.db, 'preview', { ...terms, cycle: 'WEEKLY:WED' });
  const later = plainTerms({ ...terms, cycle: 'MANUAL:2026-06-10,2026-07-01' });
  await addTerms(database.db, { sellerId: 'preview', effectiveFrom: '2026-06-01', ...later }, 'key:market', MONDAY);

  const { status, json } = await send('lee', 'GET', '/sellers/preview/settlement-dates?startedOn=2026-05-11');
  expect(status).toBe(200);
  expect(json).toEqual({
    sellerId: 'preview',
    dates: ['2026-05-13', '2026-05-20', '2026-05-27', '2026-06-10', '2026-07-01'],
    startEvent: 'DELIVERED',
    startedOn: '2026-05-11',
    tranches: [
      { tranche: 1, share: 70_000, maturesOn: '2026-05-13', statementOn: '2026-05-13' },
      { tranche: 2, share: 30_000, maturesOn: '2026-06-10', statementOn: '2026-06-10' },
    ],
  });
  const far = await send(
    'lee',
    'GET',
    '/sellers/preview/settlement-dates?from=2026-06-20&startedOn=2026-06-20&count=9',
  );
  expect(far.json).toMatchObject({
    dates: ['2026-07-01'],
    tranches: [{ statementOn: '2026-07-01' }, { statementOn: null }],
  });
  expect((await send('lee', 'GET', '/sellers/preview/settlement-dates?from=2027-12-30')).json['code']).toBe(
    'CALENDAR_YEAR_UNKNOWN',
  );
});

test('a seller is not settled on a holiday that was added, and is on the day after', async () => {
  await openSeller(database.db, 'a', { datePolicy: 'HOLIDAY_AFTER' });
  await paidOrder(database.db, 'a', [{ share: 100_000, maturesOn: '2026-05-13' }]);
  await override({ date: '2026-05-14', kind: 'add', name: '임시공휴일' });
  const draft = async (day: string) => {
    const at = new Date(`2026-05-${day}T04:00:00+09:00`);
    await draftRun(database.db, `2026-05-${day}`, await app.get(Policy).current(), () => at);
  };
  await draft('14');
  await draft('15');
  const statements = await database.db.query<unknown[]>(
    `select business_date as "on", payout_amount as paid from payouts.statement where seller_id = 'a'`,
  );
  expect(statements).toEqual([{ on: '2026-05-15', paid: 8_900n }]);
});
