import chromium from '@sparticuz/chromium';
import { type Browser, type Page, chromium as playwright } from 'playwright-core';
import { allAt, type Door, openDoor, PlainService } from '../testing/door.js';

const STARTING_MS_MAX = 300_000;
jest.setTimeout(STARTING_MS_MAX);

let browser: Browser;
/** Reading a description of this size takes a browser half a minute: one page serves both tests. */
let page: Page;
let service: PlainService;
let door: Door;
const asked: string[] = [];
beforeAll(async () => {
  service = await new PlainService(({ method, url }, reply) => {
    asked.push(`${method} ${url}`);
    reply.setHeader('content-type', 'application/json').end('{"kind":"answered"}');
  }).start();
  door = await openDoor(allAt(service.url));
  const executablePath = await chromium.executablePath();
  browser = await playwright.launch({ executablePath, args: chromium.args, headless: true });
  page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  page.setDefaultTimeout(STARTING_MS_MAX / 2);
}, STARTING_MS_MAX);
afterAll(async () => {
  await browser?.close();
  await door?.app.close();
  await service?.stop();
});

test('the reference is shown and tried by a real browser, from this origin alone and within its policy', async () => {
  const elsewhere: string[] = [];
  const complaints: string[] = [];
  page.on('request', (request) => {
    if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(door.url)) elsewhere.push(request.url());
  });
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(`${door.url}/docs`);
  await page.getByText('Register an order').first().waitFor();
  await page.waitForLoadState('networkidle');
  await page.getByRole('button', { name: 'Test Request' }).first().click();
  await page.getByRole('button', { name: 'Send', exact: false }).first().click();
  await page.getByText('"answered"').first().waitFor();
  expect(asked).toEqual(['POST /orders']);
  expect({ elsewhere, complaints }).toEqual({ elsewhere: [], complaints: [] });
});

test('the search finds an endpoint by its path', async () => {
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('payout-headroom');
  await page.getByRole('option').filter({ hasText: 'Sellers under review near their weekly limit' }).waitFor();
});
