import { startPlatform, type Platform } from '@jeongsan/market';
import { launchBrowser } from '@jeongsan/testing/browser';
import type { Browser, Page } from 'playwright-core';
import { openWindow } from './testing/browser.js';
import { isShown } from './testing/crawl.js';
import { chooseAtIssuer, signIn } from './testing/people.js';
import { keepPicture } from './testing/pictures.js';

const LONG_MS = 300_000;
jest.setTimeout(LONG_MS);

const PHONE = 360;
const names = ['한가위 시장', 'Byeol & Sons'] as const;
let browser: Browser;
const markets: Platform[] = [];

/** Two deployments that share nothing but the list of markets at their doors. */
beforeAll(async () => {
  browser = await launchBrowser();
  for (const name of ['market-one', 'market-two']) markets.push(await startPlatform({ name, fresh: true }));
  const list = markets.map(({ consoleUrl }, at) => `${names[at]}=${new URL(consoleUrl).origin}`).join(', ');
  for (const { door } of markets) await door.restart({ CONSOLE_MARKETS: list });
  await Promise.all(markets.map((market, at) => applySeller(market, `seller-of-${at}`)));
}, LONG_MS);
afterAll(async () => {
  await browser?.close();
  for (const market of markets) await market.stop();
});

const applySeller = ({ clients }: Platform, sellerId: string) =>
  clients.onboarding.applySeller({
    body: {
      ...{ sellerId, businessType: 'INDIVIDUAL_BUSINESS', name: '한밭책방', representativeName: '김하늘' },
      ...{ businessRegistrationNumber: '1208801280', email: 'books@market.kr', phone: '01012345678' },
      account: { bankCode: '088', accountNumber: '110123456789', holderName: '김하늘' },
    },
  });

/** The sellers that a page lists, once it does. */
const sellersOn = async (page: Page): Promise<string[]> => {
  await page.locator('a[href*="/console/sellers/seller-of-"]').first().waitFor();
  const links = page.locator('a[href*="/console/sellers/seller-of-"]');
  const paths = await links.evaluateAll((all) => all.map((each) => each.getAttribute('href') ?? ''));
  return [...new Set(paths.map((path) => /seller-of-\d/.exec(path)?.[0] ?? ''))];
};

test('a person goes from the console of one market to the same screen of the other, and sees that market alone', async () => {
  const origins = markets.flatMap(({ consoleUrl, issuer }) => [new URL(consoleUrl).origin, new URL(issuer.url).origin]);
  const { page, complaints } = await openWindow(browser, { language: 'en', origins });
  const [one, two] = markets as [Platform, Platform];
  await signIn(page, `${one.consoleUrl}/sellers`, 'operator');
  await isShown(page);
  expect(await sellersOn(page)).toEqual(['seller-of-0']);
  await page.goto(`${one.consoleUrl}/sellers/seller-of-0`);

  await page.locator(`[data-market="${names[0]}"]`).click();
  await page.getByRole('menuitem', { name: names[1] }).click();
  // Each market has a sign-in of its own.
  await chooseAtIssuer(page, 'operator');
  await page.waitForURL(`${two.consoleUrl}/sellers`);
  await isShown(page);
  expect(await page.locator('[data-market]').innerText()).toBe(names[1]);
  expect(await sellersOn(page)).toEqual(['seller-of-1']);
  expect(complaints).toEqual([]);
});

test('a market that is away takes no other with it', async () => {
  const [one, two] = markets as [Platform, Platform];
  await one.door.kill('SIGKILL');
  const origins = [new URL(two.consoleUrl).origin, new URL(two.issuer.url).origin];
  const { page } = await openWindow(browser, { language: 'ko', origins, width: PHONE });
  await signIn(page, `${two.consoleUrl}/sellers`, 'operator');
  await isShown(page);
  expect(await sellersOn(page)).toEqual(['seller-of-1']);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE);
  await page.locator(`[data-market="${names[1]}"]`).click();
  await page.getByRole('menuitem', { name: names[0] }).waitFor();
  await keepPicture(page, 'two-markets');
});
