import { randomBytes } from 'node:crypto';
import { FaultProxy } from '@jeongsan/testing';
import { Redis } from 'ioredis';
import { type ConsoleDoor, echoes, openConsoleDoor } from '../testing/console-door.js';
import { problemOf, send } from '../testing/door.js';
import { Person } from '../testing/person.js';

const MINUTE_MS = 60_000;
const SESSION = '__Host-session';
const service = echoes();
let proxy: FaultProxy;
let door: ConsoleDoor;
let redis: Redis;
beforeAll(async () => {
  await service.start();
  door = await openConsoleDoor(service, {
    redisUrlOf: async (url) => {
      proxy = await FaultProxy.open(url);
      return proxy.url;
    },
  });
  redis = new Redis(door.redis.url);
}, 60_000);
afterAll(async () => {
  redis?.disconnect();
  await door?.close();
  await proxy?.close();
  await service.stop();
});

const signedIn = async (who: string): Promise<Person> => {
  const person = new Person(door.origin);
  await person.signIn(who);
  return person;
};
const withCookie = (value: string): Person => {
  const person = new Person(door.origin);
  person.setCookie(SESSION, value);
  return person;
};
/** The code of a call, or its status where it succeeded. */
const called = async (person: Person, headers: Record<string, string> = {}): Promise<string | number> => {
  const answer = await person.call('/api/v1/me', { headers });
  return answer.status === 200 ? 200 : problemOf(answer).code;
};
const signOut = (person: Person, path = '/console/sign-out') => person.call(path, { method: 'POST' });

test('a stolen cookie is of no use after the sign-out', async () => {
  const kim = await signedIn('operator');
  const thief = withCookie(kim.cookie(SESSION) ?? '');
  expect(await called(thief)).toBe(200);
  await signOut(kim);
  expect(await called(thief)).toBe('SESSION_ENDED');
  expect(problemOf(await thief.call('/console/session'))).toMatchObject({ code: 'SESSION_ENDED' });
});

test('sign-out ends one browser; sign-out everywhere ends all of the person, and no others', async () => {
  const [desk, phone, home] = [await signedIn('operator'), await signedIn('operator'), await signedIn('operator')];
  const lee = await signedIn('approver');
  await signOut(desk);
  expect([await called(phone), await called(home)]).toEqual([200, 200]);
  const everywhere = await signOut(home, '/console/sign-out-everywhere');
  expect(JSON.parse(everywhere.body.toString())).toMatchObject({ ended: 2 });
  expect([await called(phone), await called(lee)]).toEqual(['SESSION_ENDED', 200]);
  expect(problemOf(await signOut(phone, '/console/sign-out-everywhere'))).toMatchObject({ code: 'SESSION_ENDED' });
});

test('what Redis holds opens nothing, and shows nobody', async () => {
  const kim = await signedIn('approver');
  const id = kim.cookie(SESSION) ?? '';
  const names = await redis.keys('*session:*');
  const held = JSON.stringify([await redis.keys('*'), await Promise.all(names.map((name) => redis.hgetall(name)))]);
  for (const secret of [id, 'approver', '승인자', 'eyJhbGciOiJFZERTQSI', 'Bearer']) expect(held).not.toContain(secret);
  for (const name of names) expect(await called(withCookie(name.split(':').at(-1) ?? ''))).toBe('SESSION_ENDED');
});

test('a session that is copied over another one is opened by neither id', async () => {
  const kim = await signedIn('viewer');
  const ofKim = new Set(await redis.keys('*session:*'));
  const lee = await signedIn('admin');
  const [ofLee = ''] = (await redis.keys('*session:*')).filter((name) => !ofKim.has(name));
  for (const name of ofKim) await redis.hset(name, 'sealed', (await redis.hget(ofLee, 'sealed')) ?? '');
  expect([await called(kim), await called(lee)]).toEqual(['SESSION_ENDED', 200]);
});

test('a session ends when the person does nothing, and refreshing by the page is nothing', async () => {
  const kim = await signedIn('operator');
  for (let i = 0; i < 3; i += 1) {
    door.pass(20 * MINUTE_MS);
    expect(await called(kim)).toBe(200);
  }
  door.pass(20 * MINUTE_MS);
  expect(await called(kim, { 'x-jeongsan-background': '1' })).toBe(200);
  expect((await kim.call('/console/session')).status).toBe(200);
  door.pass(11 * MINUTE_MS);
  expect(await called(kim)).toBe('SESSION_ENDED');
});

test('a session ends after twelve hours, whatever the person does', async () => {
  const kim = await signedIn('operator');
  const { endsAt, startedAt } = JSON.parse((await kim.call('/console/session')).body.toString()) as Record<
    string,
    string
  >;
  expect(Date.parse(endsAt ?? '') - Date.parse(startedAt ?? '')).toBe(12 * 60 * MINUTE_MS);
  const twenty = 12 * 3;
  for (let i = 1; i < twenty; i += 1) {
    door.pass(20 * MINUTE_MS);
    expect(await called(kim)).toBe(200);
  }
  door.pass(20 * MINUTE_MS);
  expect(await called(kim)).toBe('SESSION_ENDED');
}, 30_000);

test('without Redis nobody with a session is served, and everybody else is', async () => {
  const kim = await signedIn('viewer');
  proxy.set('refuse');
  try {
    expect(await called(kim)).toBe('UNAVAILABLE');
    expect(await called(kim, { authorization: 'Bearer a-token-of-its-own' })).toBe(200);
    expect((await kim.open(`${door.origin}/console`)).status).toBe(200);
    expect((await send(`${door.origin}/v1/payments/a`)).status).toBe(200);
    expect((await kim.signIn('viewer')).status).toBe(503);
    const ready = await send(`${door.origin}/health/ready`);
    expect({ status: ready.status, says: ready.body.toString() }).toEqual({
      status: 200,
      says: expect.stringContaining('degraded') as string,
    });
  } finally {
    proxy.restore();
  }
  const isBack = async (): Promise<boolean> => (await called(kim)) === 200;
  while (!(await isBack())) await new Promise((resolve) => setTimeout(resolve, 50));
}, 30_000);

test('a key that rotates ends no session while it stands behind the new one, and all of them afterwards', async () => {
  const kim = await signedIn('viewer');
  const [older, newer] = [door.env['SESSION_KEY'] ?? '', randomBytes(32).toString('hex')];
  for (const [keys, status] of [
    [`${newer},${older}`, 200],
    [newer, 401],
  ] as const) {
    const other = await door.another({ SESSION_KEY: keys });
    const headers = { cookie: `${SESSION}=${kim.cookie(SESSION)}`, 'sec-fetch-site': 'same-origin' };
    expect((await send(`${await other.getUrl()}/api/v1/me`, { headers })).status).toBe(status);
    await other.close();
  }
});
