import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { startBrowser } from '../testing/browser.js';
import { onSale } from '../testing/links.js';
import { type Sandbox, startSandbox } from '../testing/sandbox.js';

const pictures = join(import.meta.dirname, '../../../../.local/pictures');
/** A step waits for the browser and the sandbox, on a machine that may be busy. */
const STEP_MS = 25_000;
let sandbox: Sandbox;
let browser: Browser;

beforeAll(async () => {
  [sandbox, browser] = await Promise.all([startSandbox(), startBrowser()]);
  mkdirSync(pictures, { recursive: true });
});
afterAll(async () => {
  await browser?.close();
  await sandbox?.stop();
});

test('a payment link in a browser, from the product to the deposit into its virtual account', async () => {
  const { url } = await onSale(sandbox, { stock: { quantity: 1 } });
  const page = await browser.newPage({ viewport: { width: 420, height: 800 } });
  page.setDefaultTimeout(STEP_MS);
  const picture = async (name: string): Promise<void> => {
    await page.evaluate('document.fonts.ready.then(() => undefined)');
    await page.screenshot({ path: join(pictures, `${name}.png`), fullPage: true });
  };
  await page.goto(url ?? '');
  await page.fill('input[name=customerName]', '김구매');
  await page.fill('input[name=customerPhoneNumber]', '01012345678');
  await page.click('button');
  await page.getByRole('heading', { name: '결제하기' }).waitFor();
  await page.selectOption('select[name=method]', { label: '가상계좌' });
  await page.selectOption('select[name=bank]', { label: '국민' });
  await picture('link-window');
  await page.click('button[value=approve]');
  await page.getByRole('heading', { name: '입금을 기다리고 있습니다' }).waitFor();
  await picture('link-deposit');
  const [order] = await sandbox.provider.listOrders({ query: {} });
  const { virtualAccount } = order?.payment ?? {};
  expect(virtualAccount).toMatchObject({ bankCode: '06', customerName: '김구매' });
  expect(await page.locator('dl').last().textContent()).toContain(virtualAccount?.accountNumber);

  await page.click('text=입금하기');
  await page.click('button[value=deposit]');
  await page.locator('button[value=deposit]').waitFor({ state: 'detached' });
  await picture('link-deposited');
  const [paid] = await sandbox.provider.listOrders({ query: {} });
  expect(paid?.payment).toMatchObject({ status: 'DONE', balanceAmount: order?.amount });
});
