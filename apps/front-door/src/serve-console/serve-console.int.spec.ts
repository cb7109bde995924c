import { brotliDecompressSync } from 'node:zlib';
import { type ConsoleDoor, echoes, openConsoleDoor } from '../testing/console-door.js';
import { allAt, type Door, openDoor, problemOf, send } from '../testing/door.js';

const service = echoes();
const MARKET = 'https://shop.example';
let door: ConsoleDoor;
let off: Door;
beforeAll(async () => {
  await service.start();
  door = await openConsoleDoor(service, { settings: { SELLER_PAGE_FRAME_ANCESTORS: `${MARKET} https://*.market.kr` } });
  off = await openDoor({ ...allAt(service.url), CONSOLE_FILES: '/nowhere' });
}, 60_000);
afterAll(async () => {
  await off?.close();
  await door?.close();
  await service.stop();
});

const ask = (path: string, headers: Record<string, string> = {}) => send(`${door.origin}${path}`, { headers });
const policyOf = (answer: Awaited<ReturnType<typeof ask>>): string => String(answer.headers['content-security-policy']);

test.each(['/console', '/console/', '/console/runs/2026-05-01?state=draft', '/console/%EA%B0%80'])(
  '%s is the page of the application, which no other page may frame',
  async (path) => {
    const answer = await ask(path);
    expect(answer).toMatchObject({
      status: 200,
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-cache',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
      },
    });
    expect(policyOf(answer)).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self' 'nonce-[\w-]{22}'; /);
    expect(policyOf(answer)).toMatch(/; frame-ancestors 'none'$/);
    expect(answer.body.toString()).toContain('/console/assets/index-1a2b.js');
  },
);

test('each answer has a nonce of its own, in its policy and in its page', async () => {
  const nonces = await Promise.all(
    [1, 2].map(async () => {
      const answer = await ask('/console');
      const [, nonce = ''] = /'nonce-([\w-]+)'/.exec(policyOf(answer)) ?? [];
      expect(answer.body.toString()).toContain(`<meta name="csp-nonce" content="${nonce}">`);
      return nonce;
    }),
  );
  expect(new Set(nonces).size).toBe(2);
});

test('hashed files are kept for ever, and sent compressed where they lie compressed', async () => {
  const plain = await ask('/console/assets/index-1a2b.js');
  expect(plain).toMatchObject({
    status: 200,
    headers: {
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'application/javascript; charset=utf-8',
    },
  });
  const small = await ask('/console/assets/index-1a2b.js', { 'accept-encoding': 'br, gzip' });
  expect(small.headers['content-encoding']).toBe('br');
  expect(brotliDecompressSync(small.body).equals(plain.body)).toBe(true);
});

test.each([
  'gone-0000.js',
  '..%2findex.html',
  '../index.html',
  '..%2f..%2f..%2fpackage.json',
  '%2e%2e/%2e%2e/package.json',
  '',
])('there is no file %s, and no page in its place', async (name) => {
  const answer = await ask(`/console/assets/${name}`);
  expect([400, 403, 404]).toContain(answer.status);
  expect(answer.body.toString()).not.toContain('<title>');
});

test('the seller page may be framed where the setting says', async () => {
  for (const path of ['/s', '/s/a-token']) {
    const answer = await ask(path);
    expect(policyOf(answer)).toContain(`frame-ancestors ${MARKET} https://*.market.kr`);
    expect(answer.headers).not.toHaveProperty('x-frame-options');
    expect(answer.body.toString()).toContain('/console/assets/seller-1a2b.js');
  }
});

test('a door without settings of a sign-in says so, and takes a cookie for nothing', async () => {
  const page = await send(`${off.url}/console/runs`);
  expect({ status: page.status, isSaid: page.body.toString().includes('CONSOLE_OFF') }).toEqual({
    status: 404,
    isSaid: true,
  });
  for (const [method, path] of [
    ['GET', 'session'],
    ['GET', 'sign-in'],
    ['POST', 'sign-out'],
    ['GET', 'signed-in'],
  ] as const)
    expect(problemOf(await send(`${off.url}/console/${path}`, { method }))).toMatchObject({ code: 'CONSOLE_OFF' });
  const cookie = `__Host-session=${'A'.repeat(43)}`;
  expect((await send(`${off.url}/api/v1/me`, { headers: { cookie } })).status).toBe(200);
  const seller = await send(`${off.url}/s`);
  expect({ status: seller.status, isSaid: seller.body.toString().includes('CONSOLE_NOT_BUILT') }).toEqual({
    status: 503,
    isSaid: true,
  });
});
