import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { startBrowser } from '../testing/browser.js';
import { SECRET_KEY, type Sandbox, startSandbox } from '../testing/sandbox.js';

const root = join(import.meta.dirname, '../../../..');
const pictures = join(root, '.local/pictures');
let sandbox: Sandbox;
let browser: Browser;
let shop: ChildProcess;
let shopUrl: string;
let page: Page;
/** What went wrong in the page, for the report of a step that did not end. */
let troubles: string[];
/** A step waits for the browser and three servers, on a machine that may be busy. */
const STEP_MS = 25_000;

beforeAll(async () => {
  [sandbox, browser] = await Promise.all([startSandbox(), startBrowser()]);
  shop = spawn(process.execPath, [join(root, 'examples/shop/server.mjs')], {
    env: { PROVIDER_URL: sandbox.url, SECRET_KEY, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(shop.stdout ?? shop, 'data')) as [Buffer];
  shopUrl = String(line).trim();
  mkdirSync(pictures, { recursive: true });
});
afterAll(async () => {
  shop?.kill();
  await browser?.close();
  await sandbox?.stop();
});
beforeEach(async () => {
  page = await browser.newPage({ viewport: { width: 420, height: 800 } });
  page.setDefaultTimeout(STEP_MS);
  troubles = [];
  page.on('dialog', (dialog) => {
    troubles.push(dialog.message());
    void dialog.dismiss();
  });
  page.on('pageerror', (error) => troubles.push(error.message));
  page.on('requestfailed', (request) => troubles.push(`${request.url()}: ${request.failure()?.errorText}`));
  await page.goto(shopUrl);
});
afterEach(async () => {
  if (troubles.length > 0) console.error(troubles.join('\n'));
  await page.close();
});

async function picture(name: string): Promise<void> {
  await page.evaluate('document.fonts.ready.then(() => undefined)');
  await page.screenshot({ path: join(pictures, `${name}.png`), fullPage: true });
}
const status = () => page.locator('#status').textContent();

test('a card payment, from the button in the shop to the confirmed payment', async () => {
  await page.click('#card');
  await page.getByRole('heading', { name: '결제하기' }).waitFor();
  await page.selectOption('select[name=pay]', { label: '현대' });
  // Beyond the months that the card company offers without interest.
  await page.selectOption('select[name=months]', { label: '4개월' });
  await picture('window-card');
  await page.click('button[value=pay]');
  expect(await status()).toBe('DONE');
  const paymentKey = (await page.locator('#payment').textContent()) ?? '';
  const payment = await sandbox.provider.getPayment({ params: { paymentKey } });
  expect(payment).toMatchObject({
    status: 'DONE',
    method: '카드',
    totalAmount: 50_000n,
    card: { issuerCode: '61', installmentPlanMonths: 4, interestPayer: 'BUYER' },
  });
});

test('a virtual account: the bank in the window, the account in the shop', async () => {
  await page.click('#account');
  await page.selectOption('select[name=bank]', { label: '우리' });
  expect(await page.inputValue('input[name=customerName]')).toBe('김구매');
  await page.selectOption('select[name=receipt]', '소득공제');
  await page.fill('input[name=registrationNumber]', '010-1234-5678');
  await picture('window-account');
  await page.click('button[value=pay]');
  expect(await status()).toBe('WAITING_FOR_DEPOSIT');
  const paymentKey = (await page.locator('#payment').textContent()) ?? '';
  const { virtualAccount } = await sandbox.provider.getPayment({ params: { paymentKey } });
  expect(virtualAccount).toMatchObject({ bankCode: '20', customerName: '김구매' });
  expect(await page.locator('#account').textContent()).toBe(virtualAccount?.accountNumber);
});

test('a card registered in the window is charged with its billing key', async () => {
  await page.click('#billing');
  await page.getByRole('heading', { name: '카드 등록' }).waitFor();
  await picture('window-billing');
  await page.click('button[value=register]');
  expect(await status()).toBe('DONE');
});

test('a new customer of the wallet agrees to the terms, registers a card and pays; the second payment takes two clicks', async () => {
  await page.click('#wallet');
  await page.getByRole('heading', { name: '약관 동의' }).waitFor();
  await picture('wallet-terms');
  for (const box of await page.locator('input[required]').all()) await box.check();
  await page.click('button[value=agree]');
  await page.frameLocator('iframe').locator('#agreed').waitFor();
  await picture('wallet-agreed');
  await page.click('text=계속하기');
  await page.click('button[value=register]');
  await page.locator('button[value=pay]').waitFor();
  await picture('wallet-methods');
  await page.click('button[value=pay]');
  expect(await status()).toBe('DONE');
  await page.goto(shopUrl);
  await page.click('#wallet');
  await page.click('button[value=pay]');
  expect(await status()).toBe('DONE');
  const paymentKey = (await page.locator('#payment').textContent()) ?? '';
  expect(await sandbox.provider.getPayment({ params: { paymentKey } })).toMatchObject({
    type: 'WALLET',
    status: 'DONE',
  });
});

test('easy pay is chosen in the card window', async () => {
  await page.click('#card');
  await page.selectOption('select[name=pay]', '카카오페이');
  await page.click('button[value=pay]');
  const paymentKey = (await page.locator('#payment').textContent()) ?? '';
  const payment = await sandbox.provider.getPayment({ params: { paymentKey } });
  expect(payment).toMatchObject({
    method: '간편결제',
    easyPay: { provider: '카카오페이', amount: 50_000n },
    card: null,
  });
});

describe('a window that ends otherwise', () => {
  test('closed by the buyer, it leads back with the code of a cancel, and the order can be paid in another one', async () => {
    await page.click('#card');
    await page.click('button[value=cancel]');
    expect(await status()).toBe('PAY_PROCESS_CANCELED');
    await picture('shop-canceled');
    await page.goto(shopUrl);
    await page.click('#card');
    await page.click('button[value=pay]');
    expect(await status()).toBe('DONE');
  });

  test('without authentication, it leads back with the code of an abort', async () => {
    await page.click('#card');
    await page.click('summary');
    await picture('window-outcomes');
    await page.click('button[value=fail]');
    expect(await status()).toBe('PAY_PROCESS_ABORTED');
  });

  test.each(['REJECT_CARD_PAYMENT', 'REJECT_CARD_COMPANY', 'REJECT_ACCOUNT_PAYMENT', 'INVALID_STOPPED_CARD'])(
    'authenticated, and refused with %s when the shop confirms',
    async (code) => {
      await page.click('#card');
      await page.click('summary');
      await page.selectOption('select[name=refusal]', code);
      await page.click('button[value=refuse]');
      expect(await status()).toBe(code);
    },
  );

  test('used twice, it leads to the same place, and there is one payment', async () => {
    await page.click('#card');
    await page.getByRole('heading', { name: '결제하기' }).waitFor();
    const action = await page.getAttribute('form', 'action');
    const token = await page.inputValue('input[name=token]');
    const send = () =>
      fetch(new URL(action ?? '', page.url()), {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams({ token, decision: 'pay', pay: '61', months: '0' }),
      });
    const [first, second] = await Promise.all([send(), send()]);
    expect(first.status).toBe(303);
    expect(second.headers.get('location')).toBe(first.headers.get('location'));
  });
});

describe('pages of shops as the provider prints them', () => {
  let html = '';
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(html);
  });
  let own = '';
  beforeAll(async () => {
    await once(server.listen(0, '127.0.0.1'), 'listening');
    own = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => server.close());

  const shopWith = async (script: string, path = '/js/v1/payment-widget') => {
    html = `<!doctype html><div id="methods"></div><div id="agreement"></div><button id="pay">결제</button>
      <script src="${sandbox.url}${path}"></script><script>${script}</script>`;
    await page.goto(own);
  };
  const order = `orderName: '배', successUrl: '/ok?campaign=1', failUrl: '/no'`;
  const landed = async () => {
    await page.waitForURL(`${own}/ok?**`);
    return Object.fromEntries(new URL(page.url()).searchParams);
  };

  test("opens the window of a method by its Korean name, and the shop's own parameters stay", async () => {
    await shopWith(`document.getElementById('pay').onclick = () =>
      TossPayments('test_ck_spec0001').requestPayment('계좌이체', { amount: 20000, orderId: 'v1-transfer', ${order} });`);
    await page.click('#pay');
    await page.click('button[value=pay]');
    const query = await landed();
    expect(query).toEqual({
      campaign: '1',
      paymentType: 'NORMAL',
      orderId: 'v1-transfer',
      amount: '20000',
      paymentKey: query['paymentKey'],
    });
  });

  test('draws the widget in the page, and pays what the buyer chose there', async () => {
    await shopWith(`const widget = PaymentWidget('test_gck_spec0001', PaymentWidget.ANONYMOUS);
      const methods = widget.renderPaymentMethods('#methods', 30000);
      widget.renderAgreement('#agreement');
      document.getElementById('pay').onclick = () => { methods.updateAmount(25000); widget.requestPayment({ orderId: 'v1-widget', ${order} }); };`);
    await page.selectOption('#methods select', 'MOBILE_PHONE');
    await page.click('#pay');
    await page.getByText('결제 수단 휴대폰').waitFor();
    await page.click('button[value=pay]');
    expect(await landed()).toMatchObject({ orderId: 'v1-widget', amount: '25000' });
  });

  test('version 1: the button that waits for the widget, and an amount that changes with a coupon', async () => {
    await shopWith(`const button = document.getElementById('pay');
      button.disabled = true;
      const widget = PaymentWidget('test_gck_spec0001', 'customer-1');
      const methods = widget.renderPaymentMethods('#methods', { value: 30000 }, { variantKey: 'DEFAULT' });
      widget.renderAgreement('#agreement', { variantKey: 'AGREEMENT' });
      methods.on('ready', () => { button.disabled = false; });
      button.onclick = () => { methods.updateAmount(29000); widget.requestPayment({ orderId: 'v1-ready', ${order} }); };`);
    await page.click('#pay');
    await page.click('button[value=pay]');
    expect(await landed()).toMatchObject({ orderId: 'v1-ready', amount: '29000' });
  });

  test('version 2: the button follows the agreement, and the widget says which method is chosen', async () => {
    await shopWith(
      `(async () => {
        const button = document.getElementById('pay');
        button.disabled = true;
        const widgets = TossPayments('test_gck_spec0001').widgets({ customerKey: TossPayments.ANONYMOUS });
        await widgets.setAmount({ currency: 'KRW', value: 31000 });
        const [methods, agreement] = await Promise.all([
          widgets.renderPaymentMethods({ selector: '#methods', variantKey: 'DEFAULT' }),
          widgets.renderAgreement({ selector: '#agreement', variantKey: 'AGREEMENT' }),
        ]);
        agreement.on('agreementStatusChange', ({ agreedRequiredTerms }) => { button.disabled = !agreedRequiredTerms; });
        methods.on('paymentMethodSelect', ({ code }) => { document.title = code; });
        button.onclick = () => widgets.requestPayment({ orderId: 'v2-widgets', ${order} });
      })();`,
      '/js/v2/standard',
    );
    await page.locator('#pay:enabled').waitFor();
    await page.uncheck('#agreement input');
    expect(await page.isDisabled('#pay')).toBe(true);
    await page.check('#agreement input');
    await page.selectOption('#methods select', 'TRANSFER');
    expect(await page.title()).toBe('TRANSFER');
    await page.click('#pay');
    await page.click('button[value=pay]');
    expect(await landed()).toMatchObject({ orderId: 'v2-widgets', amount: '31000' });
  });

  test('refuses a key that no shop has, with the code of the provider', async () => {
    await shopWith(`document.getElementById('pay').onclick = () =>
      TossPayments('test_sk_not_a_client').requestPayment('카드', { amount: 20000, orderId: 'v1-key', ${order} })
        .catch(({ code }) => { document.title = code; });`);
    await page.click('#pay');
    await page.waitForFunction(`document.title !== ''`);
    expect(await page.title()).toBe('INVALID_CLIENT_KEY');
  });
});

test('what a shop or a buyer writes is shown as text', async () => {
  const orderName = `"><script>document.title='taken'</script>`;
  const { checkout } = await sandbox.provider.createPayment({
    body: {
      method: 'CARD',
      amount: 1_000n,
      orderId: 'window-script',
      orderName,
      customerName: orderName,
      successUrl: 'https://shop.example/ok',
      failUrl: 'https://shop.example/no',
    },
  });
  await page.goto(checkout?.url ?? '');
  expect(await page.title()).toBe('결제하기');
  await page.getByText(orderName).waitFor();
});
