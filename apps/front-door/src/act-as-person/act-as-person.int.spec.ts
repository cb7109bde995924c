import { type ConsoleDoor, echoes, openConsoleDoor, seenIn } from '../testing/console-door.js';
import { problemOf, send } from '../testing/door.js';
import { Person } from '../testing/person.js';

const service = echoes();
let door: ConsoleDoor;
let kim: Person;
beforeAll(async () => {
  await service.start();
  door = await openConsoleDoor(service);
  kim = new Person(door.origin);
  await kim.signIn('operator');
}, 60_000);
afterAll(async () => {
  await door?.close();
  await service.stop();
});

test('a service gets the token and no cookie, and sets none', async () => {
  const answer = await kim.call('/api/v1/me', { headers: { 'x-jeongsan-background': '1' } });
  const { headers } = seenIn(answer);
  expect(headers['authorization']).toMatch(/^Bearer eyJ/);
  for (const name of ['cookie', 'x-jeongsan-console', 'x-jeongsan-background'])
    expect(headers).not.toHaveProperty(name);
  expect(answer.headers).not.toHaveProperty('set-cookie');
});

test.each(['/v1/payments/a', '/webhooks/provider'])('%s gets neither cookie nor token', async (path) => {
  const asked = { method: path.startsWith('/v1') ? 'GET' : 'POST' };
  const answer = await kim.call(path, asked);
  for (const name of ['cookie', 'authorization']) expect(seenIn(answer).headers).not.toHaveProperty(name);
  expect(answer.headers).not.toHaveProperty('set-cookie');
});

test('a request with an Authorization of its own is forwarded with it, wherever it comes from', async () => {
  const headers = { authorization: 'Bearer own', 'sec-fetch-site': 'cross-site' };
  expect(seenIn(await kim.call('/api/v1/me', { headers })).headers['authorization']).toBe('Bearer own');
});

test('a write of the console arrives with its body', async () => {
  const headers = { 'content-type': 'application/json', 'idempotency-key': 'a' };
  const answer = await kim.call('/api/v1/payout-runs', { method: 'POST', headers, body: '{"reason":"a"}' });
  expect(seenIn(answer)).toMatchObject({ method: 'POST', url: '/payout-runs', headers: { 'content-length': '14' } });
});

test('a link to a list is answered as a file, a call of the page as JSON', async () => {
  const link = await kim.call('/api/v1/payouts?state=failed', {
    headers: { 'sec-fetch-mode': 'navigate', accept: 'text/html' },
  });
  expect(seenIn(link)).toMatchObject({ url: '/payouts?state=failed', headers: { accept: 'text/csv, */*;q=0.8' } });
  const call = await kim.call('/api/v1/payouts', { headers: { 'sec-fetch-mode': 'cors', accept: 'application/json' } });
  expect(seenIn(call).headers['accept']).toBe('application/json');
});

// prettier-ignore
test.each([
  ['a form of another site',         { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }, ['x-jeongsan-console']],
  ['a form of another port',         { 'sec-fetch-site': 'same-site', origin: 'http://localhost:1' },    ['x-jeongsan-console']],
  ['a call without the header',      {},                                                                 ['x-jeongsan-console']],
  ['a call without an origin',       {},                                                                 ['origin']],
  ['a browser without Sec-Fetch-Site, of another origin', { origin: 'https://evil.example' },            ['sec-fetch-site']],
])('%s reaches no service', async (_, headers, without) => {
  const all: Record<string, string> = { 'sec-fetch-site': 'same-origin', origin: door.origin, 'x-jeongsan-console': '1', ...headers };
  for (const name of without) delete all[name];
  const cookie = `__Host-session=${kim.cookie('__Host-session')}`;
  const answer = await send(`${door.origin}/api/v1/payout-runs`, { method: 'POST', headers: { ...all, cookie }, body: '{}' });
  expect({ status: answer.status, code: problemOf(answer).code }).toEqual({ status: 403, code: 'CROSS_SITE' });
});

test.each([
  ['no cookie', ''],
  ['a cookie of no form', '__Host-session=a'],
  ['another cookie', 'a=b'],
])('%s is a caller without a credential, as ever', async (_, cookie) => {
  const { headers } = seenIn(await send(`${door.origin}/api/v1/me`, { headers: { ...(cookie && { cookie }) } }));
  expect(headers).not.toHaveProperty('authorization');
});
