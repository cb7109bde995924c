import { parseEnv } from '@jeongsan/nest-kit';
import { consoleSettings } from '../console-settings.js';
import { Env } from '../env.js';
import { SessionStore } from '../keep-sessions/session-store.js';
import { claimsIn, type ConsoleDoor, echoes, openConsoleDoor, seenIn } from '../testing/console-door.js';
import { problemOf, send } from '../testing/door.js';
import { Person } from '../testing/person.js';

const TOKEN_SECONDS = 300;
/** Less than 30 seconds are left of a token. */
const NEARLY_ALL_MS = (TOKEN_SECONDS - 20) * 1_000;
const MINUTE_MS = 60_000;
const service = echoes();
let door: ConsoleDoor;
let kim: Person;
beforeAll(async () => {
  await service.start();
  door = await openConsoleDoor(service, {
    tokenSeconds: TOKEN_SECONDS,
    // Named to the issuer at the sign-in and at each renewal.
    settings: { CONSOLE_RESOURCE: 'urn:jeongsan:api' },
  });
}, 60_000);
afterAll(async () => {
  await door?.close();
  await service.stop();
});
beforeEach(async () => {
  kim = new Person(door.origin);
  await kim.signIn('approver');
});

const tokenOf = async (): Promise<string> => seenIn(await kim.call('/api/v1/me')).headers['authorization'] ?? '';

test('a token is renewed before it ends, once for calls that come together', async () => {
  const first = await tokenOf();
  expect(await tokenOf()).toBe(first);
  door.pass(NEARLY_ALL_MS);
  const tokens = new Set(await Promise.all(Array.from({ length: 20 }, tokenOf)));
  expect(tokens.size).toBe(1);
  expect(tokens.has(first)).toBe(false);
  // A refresh token that was used twice would have ended all of them.
  door.pass(NEARLY_ALL_MS);
  expect(tokens.has(await tokenOf())).toBe(false);
});

test('two doors renew a token once', async () => {
  const other = await door.another();
  const headers = { cookie: `__Host-session=${kim.cookie('__Host-session')}`, 'sec-fetch-site': 'same-origin' };
  const url = `${await other.getUrl()}/api/v1/me`;
  const fromOther = async (): Promise<string> => seenIn(await send(url, { headers })).headers['authorization'] ?? '';
  for (let round = 0; round < 3; round += 1) {
    door.pass(NEARLY_ALL_MS);
    const calls = Array.from({ length: 10 }, (_, i) => (i % 2 === 0 ? tokenOf() : fromOther()));
    expect(new Set(await Promise.all(calls)).size).toBe(1);
  }
  await other.close();
}, 30_000);

test('the sign-in keeps its time when the token is renewed', async () => {
  const before = claimsIn(await kim.call('/api/v1/me'));
  door.pass(NEARLY_ALL_MS);
  const after = claimsIn(await kim.call('/api/v1/me'));
  expect(after['jti']).not.toBe(before['jti']);
  expect([after['auth_time'], after['roles']]).toEqual([before['auth_time'], before['roles']]);
});

test('while the issuer is away, a token is used to its end; when it has forgotten the person, the session ends', async () => {
  await door.issuer.kill();
  door.pass(NEARLY_ALL_MS);
  expect((await kim.call('/api/v1/me')).status).toBe(200);
  door.pass(MINUTE_MS);
  expect(problemOf(await kim.call('/api/v1/me'))).toMatchObject({ code: 'UNAVAILABLE' });
  expect((await kim.call('/console/session')).status).toBe(200);
  // The local issuer keeps its people in memory.
  await door.issuer.restart();
  expect(problemOf(await kim.call('/api/v1/me'))).toMatchObject({ code: 'SESSION_ENDED' });
  expect(problemOf(await kim.call('/console/session'))).toMatchObject({ code: 'SESSION_ENDED' });
}, 30_000);

test('without a refresh token, the session ends with its access token', async () => {
  const { now } = JSON.parse((await kim.call('/console/session')).body.toString()) as { now: string };
  const settings = consoleSettings(parseEnv(Env, door.env));
  if (!settings) throw new Error('The door has a sign-in');
  const store = new SessionStore(settings, () => Date.parse(now));
  const person = { subject: 'viewer', name: 'viewer', roles: [], signedInAt: null };
  const id = await store.create(person, { access: 'a.b.c', accessEndsAt: Date.parse(now) + MINUTE_MS, id: '' });
  kim.setCookie('__Host-session', id);
  expect(await tokenOf()).toBe('Bearer a.b.c');
  door.pass(MINUTE_MS - 10_000);
  expect(await tokenOf()).toBe('Bearer a.b.c');
  door.pass(10_000);
  expect(problemOf(await kim.call('/api/v1/me'))).toMatchObject({ code: 'SESSION_ENDED' });
  store.close();
});
