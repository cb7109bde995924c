import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { startBrowser } from '../testing/browser.js';
import { type Command, root, runSandbox, type SandboxCommand, type } from '../testing/command.js';

/** A key that the provider prints in its documentation: the shop and this spec know no other one. */
const DOCUMENTED_KEY = 'test_gsk_docs_OaPz8L5KdmQXkzRz3y47BMw6';
const authorization = `Basic ${Buffer.from(`${DOCUMENTED_KEY}:`).toString('base64')}`;
const pictures = join(root, '.local/pictures');
const screens = { desktop: { width: 1280, height: 800 }, phone: { width: 360, height: 740 } } as const;
/** Two commands and a browser start, on a machine that may be busy. */
const START_MS = 120_000;
const STEP_MS = 25_000;

jest.setTimeout(60_000);

/** Without /control: a stranger's first payment needs the provider alone. */
let sandbox: SandboxCommand;
let browser: Browser;
let shop: Command;
let shopUrl: string;
let page: Page;

beforeAll(async () => {
  mkdirSync(pictures, { recursive: true });
  [sandbox, browser] = await Promise.all([runSandbox('first-hour-shop', '--control-enabled', 'false'), startBrowser()]);
  shop = type(['node', 'examples/shop/server.mjs'], { PROVIDER_URL: sandbox.url, PORT: '0' });
  [shopUrl] = await shop.prints(/http:\S+/);
}, START_MS);
afterAll(async () => {
  await browser?.close();
  await Promise.all([shop?.interrupt(), sandbox?.interrupt()]);
}, START_MS);
beforeEach(async () => {
  page = await browser.newPage({ viewport: screens.desktop });
  page.setDefaultTimeout(STEP_MS);
  page.on('dialog', (dialog) => dialog.dismiss());
  await page.goto(shopUrl);
});
afterEach(() => page.close());

async function picture(name: string): Promise<void> {
  await page.evaluate('document.fonts.ready.then(() => undefined)');
  for (const [screen, size] of Object.entries(screens)) {
    await page.setViewportSize(size);
    await page.screenshot({ path: join(pictures, `first-${name}-${screen}.png`), fullPage: true });
  }
}

const status = () => page.locator('#status').textContent();
const keyInShop = async () => (await page.locator('#payment').textContent()) ?? '';

async function ask(path: string, body?: unknown): Promise<{ status: number; json: Record<string, unknown> }> {
  const reply = await fetch(sandbox.url + path, {
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    headers: { authorization, 'content-type': 'application/json' },
  });
  return { status: reply.status, json: (await reply.json()) as Record<string, unknown> };
}
const read = async (paymentKey: string) => (await ask(`/v1/payments/${paymentKey}`)).json;

test('a card payment, from the button to a payment that the provider confirms', async () => {
  await picture('shop');
  await page.click('#card');
  await page.getByRole('heading', { name: '결제하기' }).waitFor();
  await picture('card');
  await page.click('button[value=pay]');
  expect(await status()).toBe('DONE');
  await picture('paid');
  const payment = await read(await keyInShop());
  expect(payment).toMatchObject({ status: 'DONE', method: '카드', totalAmount: 50_000 });
  await page.goto((payment['receipt'] as { url: string }).url);
  await page.getByRole('heading', { name: '영수증' }).waitFor();
  await picture('receipt');
});

test('a virtual account is issued, and paid into on its page: no second deposit follows from a second press', async () => {
  await page.click('#account');
  await page.selectOption('select[name=bank]', { label: '신한' });
  await picture('account');
  await page.click('button[value=pay]');
  expect(await status()).toBe('WAITING_FOR_DEPOSIT');
  const paymentKey = await keyInShop();
  const number = await page.locator('#account').textContent();
  await picture('account-issued');
  await page.click('#deposit');
  await page.getByRole('heading', { name: '입금 안내' }).waitFor();
  expect(await page.locator('#account').textContent()).toBe(number);
  await picture('deposit');
  const action = new URL((await page.getAttribute('form', 'action')) ?? '', page.url());
  const token = await page.inputValue('input[name=token]');
  await page.click('button[value=deposit]');
  await page.getByRole('heading', { name: '결제가 완료되었습니다' }).waitFor();
  await picture('deposited');
  const payment = await read(paymentKey);
  expect(payment).toMatchObject({ status: 'DONE', totalAmount: 50_000, virtualAccount: { depositorName: '김구매' } });
  const second = await fetch(action, { method: 'POST', body: new URLSearchParams({ token, decision: 'deposit' }) });
  expect(await second.text()).toContain('결제가 완료되었습니다');
  expect(await read(paymentKey)).toEqual(payment);
});

test('a card is registered, and its billing key charged', async () => {
  await page.click('#billing');
  await page.getByRole('heading', { name: '카드 등록' }).waitFor();
  await picture('billing');
  await page.click('button[value=register]');
  expect(await status()).toBe('DONE');
  expect(await read(await keyInShop())).toMatchObject({ status: 'DONE', type: 'BILLING', totalAmount: 9_900 });
});

describe('what ends otherwise', () => {
  test.each([['card'], ['account'], ['billing']])('a window opened by %s and closed', async (button) => {
    await page.click(`#${button}`);
    await page.click('button[value=cancel]');
    expect(await status()).toBe('PAY_PROCESS_CANCELED');
    await picture(`closed-${button}`);
  });

  test('a card that its company refuses at the confirm', async () => {
    await page.click('#card');
    await page.click('summary');
    await picture('card-outcomes');
    await page.selectOption('select[name=refusal]', 'REJECT_CARD_COMPANY');
    await page.click('button[value=refuse]');
    expect(await status()).toBe('REJECT_CARD_COMPANY');
    await picture('refused');
  });

  test('a registration of a card that charges are refused for', async () => {
    await page.click('#billing');
    await page.fill('input[name=cardNumber]', '4330-1212-3456-7890');
    await page.click('button[value=register]');
    expect(await status()).toBe('NOT_SUPPORTED_CARD_TYPE');
  });

  test('a card number that is none is refused in the page, and the window stays usable', async () => {
    await page.click('#billing');
    await page.fill('input[name=cardNumber]', '9410-0012-3456-7899-00');
    await page.click('button[value=register]');
    await page.getByRole('heading', { name: '카드 등록' }).waitFor();
    await page.fill('input[name=cardNumber]', '9410001234567890');
    await page.click('button[value=register]');
    expect(await status()).toBe('DONE');
  });

  test('an amount that was changed on the way: the shop refuses, the provider too, and the true one is still taken', async () => {
    let sent: Record<string, string> = {};
    await page.route('**/window/payments/*', async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      const answer = await route.fetch({ maxRedirects: 0 });
      const back = new URL(answer.headers()['location'] ?? '');
      sent = Object.fromEntries(['paymentKey', 'orderId'].map((name) => [name, back.searchParams.get(name) ?? '']));
      back.searchParams.set('amount', '50');
      return route.fulfill({ status: 303, headers: { location: back.href } });
    });
    await page.click('#card');
    await page.click('button[value=pay]');
    expect(await status()).toBe('금액이 다릅니다');
    const changed = await ask('/v1/payments/confirm', { ...sent, amount: 50 });
    expect([changed.status, changed.json['code']]).toEqual([403, 'FORBIDDEN_REQUEST']);
    const confirmed = await ask('/v1/payments/confirm', { ...sent, amount: 50_000 });
    expect(confirmed.json).toMatchObject({ status: 'DONE', totalAmount: 50_000 });
  });
});

test.each([
  ['/registered?customerKey=a&authKey=b', 502],
  ['/fail?code=A&message=B', 200],
  ['/nowhere', 404],
])('while the provider is away, the page %s of the shop answers %d', async (path, expected) => {
  const alone = type(['node', 'examples/shop/server.mjs'], { PROVIDER_URL: 'http://127.0.0.1:1', PORT: '0' });
  const [url] = await alone.prints(/http:\S+/);
  expect((await fetch(url + path)).status).toBe(expected);
  await alone.interrupt();
});
