import { claimsIn, type ConsoleDoor, echoes, openConsoleDoor } from '../testing/console-door.js';
import { problemOf, send } from '../testing/door.js';
import { Person } from '../testing/person.js';

const HOUR_MS = 3_600_000;
const service = echoes();
let door: ConsoleDoor;
beforeAll(async () => {
  await service.start();
  door = await openConsoleDoor(service);
}, 60_000);
afterAll(async () => {
  await door?.close();
  await service.stop();
});

const bodyOf = ({ body }: { body: Buffer }) => JSON.parse(body.toString()) as Record<string, unknown>;
const SESSION = '__Host-session';

test('a person signs in, is known, calls a service as itself, and signs out', async () => {
  const kim = new Person(door.origin);
  expect(problemOf(await kim.call('/console/session'))).toMatchObject({ code: 'UNAUTHENTICATED' });
  const page = await kim.signIn('approver', '?return=/console/runs?state=draft');
  expect(page.status).toBe(200);
  expect(page.body.toString()).toContain('<meta http-equiv="refresh" content="0; url=/console/runs?state=draft">');
  const cookies = page.headers['set-cookie'] ?? [];
  expect(cookies.find((line) => line.startsWith(SESSION))).toMatch(
    /^__Host-session=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
  );
  const session = await kim.call('/console/session');
  expect(bodyOf(session)).toMatchObject({ subject: 'approver', name: '승인자 Approver', roles: ['approver'] });
  expect(page.body.toString() + session.body.toString()).not.toContain('eyJ');

  const seen = await kim.call('/api/v1/me');
  expect(claimsIn(seen)).toMatchObject({
    sub: 'approver',
    roles: ['approver'],
    aud: 'jeongsan',
    iss: 'jeongsan-local',
  });
  for (const claim of ['nonce', 'at_hash', 'c_hash', 's_hash', 'name'])
    expect(claimsIn(seen)).not.toHaveProperty(claim);

  const { continueAt } = bodyOf(await kim.call('/console/sign-out', { method: 'POST' }));
  expect((await kim.open(String(continueAt))).body.toString()).toContain('op.logoutForm');
  expect(problemOf(await kim.call('/console/session'))).toMatchObject({ code: 'UNAUTHENTICATED' });
});

test('each sign-in has a new id: a planted one does not become the session, and the old one ends', async () => {
  const kim = new Person(door.origin);
  const planted = 'A'.repeat(43);
  kim.setCookie(SESSION, planted);
  await kim.signIn('operator');
  const first = kim.cookie(SESSION);
  expect(first).not.toBe(planted);
  await kim.signIn('operator', '?fresh=true');
  expect(kim.cookie(SESSION)).not.toBe(first);
  const thief = new Person(door.origin);
  for (const old of [planted, first ?? '']) {
    thief.setCookie(SESSION, old);
    expect(problemOf(await thief.call('/api/v1/me'))).toMatchObject({ code: 'SESSION_ENDED' });
  }
});

test('a fresh sign-in asks the person again, and services see its time', async () => {
  const kim = new Person(door.origin);
  await kim.signIn('approver');
  const before = Number(claimsIn(await kim.call('/api/v1/me'))['auth_time']);
  const quick = await kim.open(`${door.origin}/console/sign-in`);
  expect(quick.url).toContain('/console/signed-in?');
  expect(Number(claimsIn(await kim.call('/api/v1/me'))['auth_time'])).toBe(before);
  // The issuer counts in seconds.
  await nextSecond(before);
  const asked = await kim.open(`${door.origin}/console/sign-in?fresh=true&return=/console/runs/1`);
  expect(asked.url).toContain('/interaction/');
  const page = await kim.choose(asked.url, 'approver');
  expect(page.body.toString()).toContain('url=/console/runs/1');
  const after = Number(claimsIn(await kim.call('/api/v1/me'))['auth_time']);
  expect(after).toBeGreaterThan(before);
  expect(bodyOf(await kim.call('/console/session'))['signedInAt']).toBe(new Date(after * 1_000).toISOString());
});

const nextSecond = async (second: number): Promise<void> => {
  while (Math.floor(Date.now() / 1_000) <= second) await new Promise((resolve) => setTimeout(resolve, 20));
};

test('a fresh sign-in that the issuer did not ask for begins no session', async () => {
  const kim = new Person(door.origin);
  const begun = await kim.open(`${door.origin}/console/sign-in?fresh=true`);
  const callback = await kim.choose(begun.url, 'approver', 'stop at the callback');
  // For the door, the sign-in began an hour after the person was asked.
  const late = new Person(door.origin);
  door.pass(HOUR_MS);
  const again = await late.open(`${door.origin}/console/sign-in?fresh=true`);
  const page = await late.choose(again.url, 'approver');
  expect({ status: page.status, text: page.body.toString() }).toMatchObject({
    status: 403,
    text: expect.stringContaining('SIGN_IN_NOT_FRESH') as string,
  });
  expect(late.cookie(SESSION)).toBeUndefined();
  // And the first one is older than ten minutes by now.
  expect((await kim.open(callback.url)).status).toBe(400);
});

test('a callback counts once, and in the browser that began the sign-in', async () => {
  const [lee, kim] = [new Person(door.origin), new Person(door.origin)];
  const begun = await lee.open(`${door.origin}/console/sign-in`);
  const callback = await lee.choose(begun.url, 'admin', 'stop at the callback');
  const planted = await kim.open(callback.url);
  expect({ status: planted.status, text: planted.body.toString() }).toMatchObject({
    status: 400,
    text: expect.stringContaining('SIGN_IN_UNKNOWN') as string,
  });
  expect(kim.cookie(SESSION)).toBeUndefined();
  expect((await lee.open(callback.url)).status).toBe(200);
  expect((await lee.open(callback.url)).status).toBe(400);
});

// prettier-ignore
test.each([
  ['a refusal of the issuer',  (state: string, iss: string) => `error=access_denied&error_description=<script>x</script>&state=${state}&iss=${iss}`, 403, 'SIGN_IN_REFUSED'],
  ['a code that is none',      (state: string, iss: string) => `code=nonsense&state=${state}&iss=${iss}`,                                           403, 'SIGN_IN_REFUSED'],
  ['another issuer',           (state: string) => `code=nonsense&state=${state}&iss=https://evil.example`,                                          403, 'SIGN_IN_REFUSED'],
  ['no state',                 () => 'code=nonsense',                                                                                               400, 'SIGN_IN_UNKNOWN'],
  ['two states',               (state: string) => `code=a&state=${state}&state=${state}`,                                                           400, 'SIGN_IN_UNKNOWN'],
])('%s is answered by a page that repeats nothing', async (_, query, status, code) => {
  const kim = new Person(door.origin);
  const { url } = await kim.open(`${door.origin}/console/sign-in`, {}, 'stop at the issuer');
  const state = new URL(url).searchParams.get('state') ?? '';
  const page = await kim.open(`${door.origin}/console/signed-in?${query(state, encodeURIComponent(door.issuer.url))}`);
  const text = page.body.toString();
  expect({ status: page.status, hasCode: text.includes(code) }).toEqual({ status, hasCode: true });
  expect(text).not.toMatch(/<script|nonsense|evil/);
  expect(kim.cookie(SESSION)).toBeUndefined();
});

test('two tabs may sign in at once', async () => {
  const kim = new Person(door.origin);
  const tabs = [await kim.open(`${door.origin}/console/sign-in`), await kim.open(`${door.origin}/console/sign-in`)];
  for (const tab of tabs) expect((await kim.choose(tab.url, 'viewer')).status).toBe(200);
});

test('sign-out succeeds without a session, and only from an own page', async () => {
  const kim = new Person(door.origin);
  const out = await kim.call('/console/sign-out', { method: 'POST' });
  expect({ status: out.status, ...bodyOf(out) }).toEqual({ status: 200, continueAt: '/console/signed-out' });
  expect((await kim.open(`${door.origin}/console/signed-out`)).body.toString()).toContain('You are signed out');
  await kim.signIn('viewer');
  const foreign = { method: 'POST', headers: { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' } };
  expect(problemOf(await kim.call('/console/sign-out', foreign))).toMatchObject({ code: 'CROSS_SITE' });
  expect((await kim.call('/console/session')).status).toBe(200);
});

test('paths that there are not: a write is refused, a page is opened as 127.0.0.1 goes on at the own host', async () => {
  const kim = new Person(door.origin);
  expect((await kim.call('/console/sign-everyone-out', { method: 'POST' })).status).toBe(404);
  expect((await kim.call('/console/session', { method: 'DELETE' })).status).toBe(404);
  const { status, headers } = await send(`${door.origin.replace('localhost', '127.0.0.1')}/console/runs?state=draft`);
  expect({ status, to: headers.location }).toEqual({ status: 307, to: `${door.origin}/console/runs?state=draft` });
});

test('an issuer that is away is said so, and the next sign-in after it is back succeeds', async () => {
  const kim = new Person(door.origin);
  const begun = await kim.open(`${door.origin}/console/sign-in`);
  const callback = await kim.choose(begun.url, 'viewer', 'stop at the callback');
  await door.issuer.kill();
  const fresh = await door.another();
  const unknown = new Person(await fresh.getUrl());
  const page = await unknown.open(`${door.origin.replace(/\d+$/, new URL(await fresh.getUrl()).port)}/console/sign-in`);
  expect({ status: page.status, isSaid: page.body.toString().includes('UNAVAILABLE') }).toEqual({
    status: 503,
    isSaid: true,
  });
  await fresh.close();
  expect((await kim.open(callback.url)).status).toBe(503);
  await door.issuer.restart();
  expect((await kim.signIn('viewer')).status).toBe(200);
}, 30_000);
