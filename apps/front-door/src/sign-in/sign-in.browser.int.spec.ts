import { launchBrowser } from '@jeongsan/testing/browser';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { type ConsoleDoor, openConsoleDoor } from '../testing/console-door.js';
import { PlainService } from '../testing/door.js';

const STARTING_MS_MAX = 300_000;
jest.setTimeout(STARTING_MS_MAX);

/** What reached the service, as `METHOD path token?`. */
const reached: string[] = [];
const service = new PlainService(({ method, url, headers }, reply) => {
  reached.push(`${method} ${url} ${headers.authorization === undefined ? 'without' : 'with'} a token`);
  if (headers.accept?.startsWith('text/csv'))
    return void reply
      .writeHead(200, { 'content-type': 'text/csv', 'content-disposition': 'attachment; filename="payouts.csv"' })
      .end('id\n1\n');
  reply.setHeader('content-type', 'application/json').end('{"kind":"answered"}');
});
/** Another site: its page is what a test writes. */
let evilPage = '';
const evil = new PlainService((_, reply) => reply.setHeader('content-type', 'text/html').end(evilPage));

let browser: Browser;
let context: BrowserContext;
let door: ConsoleDoor;
beforeAll(async () => {
  await Promise.all([service.start(), evil.start()]);
  door = await openConsoleDoor(service);
  browser = await launchBrowser();
}, STARTING_MS_MAX);
afterAll(async () => {
  await browser?.close();
  await door?.close();
  await Promise.all([service.stop(), evil.stop()]);
});
beforeEach(async () => {
  context = await browser.newContext();
  reached.length = 0;
});
afterEach(() => context.close());

/** Signs in by clicks: the issuer is at 127.0.0.1, for the browser another site than the console at localhost. */
async function signedIn(who: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${door.origin}/console/sign-in?return=/console/runs`);
  await page.locator(`button[value=${who}]`).click();
  await page.waitForURL(`${door.origin}/console/runs`);
  return page;
}

const statusOf = (
  page: Page,
  path: string,
  init: Readonly<{ method?: string; headers?: Record<string, string> }>,
): Promise<number> => page.evaluate(async ([at, how]) => (await fetch(at, how)).status, [path, init] as const);

/** Opens a page of another site. `host`: 127.0.0.1 is another site, localhost another origin of the same one. */
async function openEvil(html: string, host: '127.0.0.1' | 'localhost'): Promise<Page> {
  evilPage = `<!doctype html><title>evil</title><body>${html}</body>`;
  const page = await context.newPage();
  await page.goto(evil.url.replace('127.0.0.1', host));
  return page;
}

test('a person signs in by a click, comes back to the page, and its calls carry the token', async () => {
  const complaints: string[] = [];
  const page = await signedIn('approver');
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  await page.reload();
  await page.locator('body[data-started=yes]').waitFor();
  expect(await page.evaluate("getComputedStyle(document.querySelector('h1')).color")).toBe('rgb(1, 2, 3)');
  expect(await page.evaluate('document.cookie')).toBe('');
  expect(await statusOf(page, '/api/v1/me', {})).toBe(200);
  expect(await statusOf(page, '/api/v1/payout-runs', { method: 'POST', headers: { 'x-jeongsan-console': '1' } })).toBe(
    200,
  );
  expect(reached).toEqual(['GET /me with a token', 'POST /payout-runs with a token']);
  expect(await statusOf(page, '/api/v1/payout-runs', { method: 'POST' })).toBe(403);
  const cookies = await context.cookies();
  expect(cookies.filter(({ name }) => name.startsWith('__Host-'))).toMatchObject([
    { name: '__Host-session', domain: 'localhost', httpOnly: true, secure: true, sameSite: 'Strict', path: '/' },
  ]);
  expect(complaints.filter((text) => !text.includes('403'))).toEqual([]);
});

test('a list is saved by a plain link', async () => {
  const page = await signedIn('viewer');
  await page.evaluate(`document.body.innerHTML = '<a href="/api/v1/payouts?state=failed">save</a>'`);
  const saved = page.waitForEvent('download');
  await page.getByText('save').click();
  expect((await saved).suggestedFilename()).toBe('payouts.csv');
  expect(reached).toEqual(['GET /payouts?state=failed with a token']);
});

test.each(['127.0.0.1', 'localhost'] as const)(
  'a form, a call and an image of a page at %s do nothing',
  async (host) => {
    await signedIn('operator');
    const api = `${door.origin}/api/v1`;
    const page = await openEvil(
      `<form method="post" enctype="text/plain" action="${api}/payout-runs"><input name="a" value="b"></form><img src="${api}/payouts">`,
      host,
    );
    await page.waitForFunction('document.images[0]?.complete');
    const called = await page.evaluate(
      (at) =>
        fetch(at, { method: 'POST', credentials: 'include', headers: { 'x-jeongsan-console': '1' } }).then(
          () => 'passed',
          () => 'refused',
        ),
      `${api}/payout-runs`,
    );
    expect(called).toBe('refused');
    const simple = await page.evaluate(
      (at) => fetch(at, { method: 'POST', credentials: 'include', mode: 'no-cors' }).then(({ type }) => type),
      `${api}/payout-runs`,
    );
    expect(simple).toBe('opaque');
    await Promise.all([page.waitForURL(`${api}/payout-runs`), page.evaluate('document.forms[0].submit()')]);
    // Without the cookie, another site's request is one without a credential, and the service refuses it; no request has a token.
    expect(reached.filter((line) => line.endsWith(' with a token'))).toEqual([]);
    if (host === 'localhost') expect(await page.textContent('body')).toContain('CROSS_SITE');
  },
);

test('a page of another site can neither frame the console, nor end the session, nor begin one of its own', async () => {
  const own = await signedIn('operator');
  const page = await openEvil(
    `<iframe src="${door.origin}/console"></iframe><form method="post" action="${door.origin}/console/sign-out"></form>`,
    'localhost',
  );
  const frame = page.frames()[1];
  expect(frame?.url()).not.toContain('/console');
  await Promise.all([page.waitForURL('**/console/sign-out'), page.evaluate('document.forms[0].submit()')]);
  expect(await page.textContent('body')).toContain('CROSS_SITE');
  expect(await statusOf(own, '/console/session', {})).toBe(200);
  // A callback of a sign-in that another browser began.
  await page.goto(`${door.origin}/console/signed-in?code=a&state=b`);
  expect(await page.textContent('body')).toContain('SIGN_IN_UNKNOWN');
  expect(await statusOf(own, '/console/session', {})).toBe(200);
});

test('after the sign-out, the issuer asks who signs in next', async () => {
  const page = await signedIn('operator');
  const out = await page.evaluate(async () => {
    const answer = await fetch('/console/sign-out', { method: 'POST', headers: { 'x-jeongsan-console': '1' } });
    return ((await answer.json()) as { continueAt: string }).continueAt;
  });
  await page.goto(out);
  await page.waitForURL(`${door.origin}/console/signed-out`);
  await page.getByRole('link').click();
  await page.locator('button[value=approver2]').click();
  await page.waitForURL(`${door.origin}/console`);
  expect(
    await page.evaluate(async () => ((await (await fetch('/console/session')).json()) as { subject: string }).subject),
  ).toBe('approver2');
});

test('a fresh sign-in asks again, though the issuer knows the person', async () => {
  const page = await signedIn('approver');
  await page.goto(`${door.origin}/console/sign-in?return=/console/runs/1`);
  await page.waitForURL(`${door.origin}/console/runs/1`);
  await page.goto(`${door.origin}/console/sign-in?fresh=true&return=/console/runs/2`);
  await page.getByText('Sign in again').waitFor();
  await page.locator('button[value=approver]').click();
  await page.waitForURL(`${door.origin}/console/runs/2`);
});
