import { launchBrowser, violationsIn } from '@jeongsan/testing/browser';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SellerSessions } from '@jeongsan/nest-kit';
import { API_PREFIX } from '@jeongsan/platform-contract';
import { eventually } from '@jeongsan/testing';
import type { Browser, Page } from 'playwright-core';
import { bearer } from '../callers.js';
import { OPERATOR, sellers } from '../examples/people.js';
import { playStory } from '../examples/play-story.js';
import { StoryWorld } from '../examples/story-world.js';
import {
  type BrowserWindow,
  type Look,
  looks,
  openWindow,
  scrollsSideways,
  unfold,
  verdictsOf,
} from './browser-window.js';

const STARTING_MS_MAX = 300_000;
jest.setTimeout(STARTING_MS_MAX);

const KOREAN: Look = { lang: 'ko', scheme: 'light' };
/** Text that would run, turn the page around, or push it apart. */
const HOSTILE = `<script>alert(1)</script><img src=x onerror=alert(2)>\u202E${'긴'.repeat(220)}`;
/** What an operator wrote, and chose, for a hold. */
const [NOTE, REASON] = ['asked by the police', 'FRAUD_SUSPECTED'];

let world: StoryWorld;
let browser: Browser;
/** Where browsers reach the front door. */
let origin: string;
let backOffice: Server;
let backOfficeOrigin: string;
let framed = '';
beforeAll(async () => {
  backOffice = createServer((_, reply) => {
    reply.setHeader('content-type', 'text/html').end(`<iframe title="page" width="340" height="600" src="${framed}">`);
  });
  await new Promise<void>((resolve) => backOffice.listen(0, '127.0.0.1', resolve));
  backOfficeOrigin = `http://127.0.0.1:${(backOffice.address() as AddressInfo).port}`;
  const settings = { SELLER_PAGE_FRAME_ANCESTORS: backOfficeOrigin };
  [world, browser] = await Promise.all([StoryWorld.start('seller-page', settings), launchBrowser()]);
  ({ origin } = new URL(world.platform.consoleUrl));
  await playStory(world, 'statements');
  const params = { sellerId: sellers.books };
  await world.teller.ask('placeHold', OPERATOR, { params, body: { scope: 'SELLER', reason: REASON, detail: NOTE } });
}, STARTING_MS_MAX);
afterAll(async () => {
  backOffice?.close();
  await browser?.close();
  await world?.stop();
});

const windows: BrowserWindow[] = [];
afterEach(() => Promise.all(windows.splice(0).map((one) => one.close())));

/** The address of a new link, as the market gets it. */
async function linkOf(sellerId: string, body: object = {}): Promise<string> {
  const { door, keys } = world.platform;
  const reply = await fetch(`${door.url}${API_PREFIX}/sellers/${sellerId}/sessions`, {
    method: 'POST',
    headers: { ...bearer(keys.marketApiKey), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return `${origin}${((await reply.json()) as { url: string }).url}`;
}

async function endedLink(lang: string): Promise<string> {
  const { keys } = world.platform;
  const anHourAgo = new Date(Date.now() - 3_600_000);
  const { token } = await new SellerSessions([keys.sellerKey], () => anHourAgo).issue(
    { sellerId: sellers.books, displayName: null },
    5,
  );
  return `${origin}/s?lang=${lang}#${token}`;
}

async function openedAt(address: string, look: Look = KOREAN): Promise<BrowserWindow> {
  const opened = await openWindow(browser, [origin, backOfficeOrigin], look);
  windows.push(opened);
  await opened.page.goto(address);
  return opened;
}

/** The page with everything that it reads. */
const shown = async (page: Page): Promise<void> => {
  await page.getByRole('heading', { level: 2 }).nth(3).waitFor();
  await page
    .getByRole('button', { name: /^PDF|PDF$/ })
    .first()
    .waitFor();
  await page.locator('ol li').first().waitFor();
};
const openFirstPayout = (page: Page): Promise<void> =>
  page
    .getByRole('button', { name: /금액이 나온 까닭:|Where it comes from:/ })
    .first()
    .click();

test('the link opens the page, leaves the address at once, and a reload loses nothing', async () => {
  const { page, complaints } = await openedAt(await linkOf(sellers.books, { displayName: '한빛책방', lang: 'ko' }));
  await shown(page);
  expect(page.url()).toBe(`${origin}/s?lang=ko`);
  await page.getByText('한빛책방', { exact: true }).waitFor();
  await page.reload();
  await shown(page);
  await page.getByText('한빛책방', { exact: true }).waitFor();
  expect(await page.evaluate('Object.keys(localStorage)')).toEqual([]);
  expect(complaints).toEqual([]);
});

test('what the page shows is what the books hold, and every sum is the sum of its parts', async () => {
  const position = await world.teller.ask('getSellerPosition', OPERATOR, { params: { sellerId: sellers.books } });
  const [pending, payable, reserved, reserve, debt] = (
    ['pending', 'payable', 'reserved', 'reserve', 'debt'] as const
  ).map((kind) => BigInt(position[kind])) as [bigint, bigint, bigint, bigint, bigint];
  const { page, complaints } = await openedAt(await linkOf(sellers.books, { lang: 'ko' }));
  await shown(page);
  const total = await page.getByRole('table', { name: '내 정산금' }).locator('tfoot td').textContent();
  expect(total?.replace(/[^\d-]/g, '')).toBe(String(pending + payable + reserved + reserve - debt));
  expect(await verdictsOf(page)).toEqual(['true', 'true']);
  await page.getByText('지급이 보류되었습니다.', { exact: false }).first().waitFor();
  const text = (await page.textContent('body')) ?? '';
  expect([NOTE, REASON, sellers.ceramics, '박도현'].filter((word) => text.includes(word))).toEqual([]);
  expect(complaints).toEqual([]);
});

test('from a payout to any of its order lines in two clicks, each won added up', async () => {
  const { page, complaints } = await openedAt(await linkOf(sellers.books, { lang: 'ko' }));
  await shown(page);
  await openFirstPayout(page);
  await page.getByRole('group').filter({ hasText: '판매 대금' }).first().locator('summary').first().click();
  await page.getByText('ORDER-20260526-', { exact: false }).first().waitFor();
  for (const line of await page.locator('details[open] summary', { hasText: '이 상품의 정산 계산' }).all())
    await line.click();
  const verdicts = await verdictsOf(page);
  expect(verdicts.length).toBeGreaterThan(4);
  expect(new Set(verdicts)).toEqual(new Set(['true']));
  await page.goBack();
  await shown(page);
  expect(complaints).toEqual([]);
});

test('a statement is downloaded as a file', async () => {
  const { page, complaints } = await openedAt(await linkOf(sellers.books, { lang: 'ko' }));
  await shown(page);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page
      .getByRole('button', { name: /정산서 PDF$/ })
      .first()
      .click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^정산.*hanbit-books.*\.pdf$/);
  expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe('%PDF-');
  expect(complaints).toEqual([]);
});

test('a hostile name is shown as text, and the page stays as it is', async () => {
  const { page, complaints } = await openedAt(await linkOf(sellers.books, { displayName: HOSTILE, lang: 'ko' }));
  await shown(page);
  await page.getByText('<script>alert(1)</script>', { exact: false }).waitFor();
  expect([await scrollsSideways(page), complaints]).toEqual([false, []]);
});

test('the link of another seller in the same tab shows the other seller alone', async () => {
  const { page, complaints } = await openedAt(await linkOf(sellers.books, { displayName: '한빛책방', lang: 'ko' }));
  await shown(page);
  await page.goto(await linkOf(sellers.ceramics, { displayName: '나무공방', lang: 'ko' }));
  await page.getByText('나무공방', { exact: true }).waitFor();
  expect(await page.getByText('한빛책방').count()).toBe(0);
  expect(page.url()).not.toContain('#');
  expect(complaints).toEqual([]);
});

test('a link that has ended closes an open page, too, and says how to come back', async () => {
  const { page } = await openedAt(await linkOf(sellers.books, { lang: 'ko' }));
  await shown(page);
  await page.goto(await endedLink('ko'));
  await page.getByRole('heading', { name: '화면이 닫혔습니다' }).waitFor();
  expect(await page.getByText('원', { exact: false }).count()).toBe(0);
  expect(await page.evaluate('Object.keys(sessionStorage)')).toEqual([]);
  await page.reload();
  await page.getByRole('heading', { name: '마켓에서 열어 주세요' }).waitFor();
});

test('the back office frames the page, and sees it end; nobody else may frame it', async () => {
  framed = await linkOf(sellers.books, { lang: 'ko' });
  const { page, complaints } = await openedAt(backOfficeOrigin);
  const frame = page.frameLocator('iframe');
  await frame
    .getByRole('button', { name: /정산서 PDF$/ })
    .first()
    .waitFor();
  expect(complaints).toEqual([]);
  framed = await endedLink('en');
  await page.reload();
  await frame.getByRole('heading', { name: 'This page has closed' }).waitFor();

  framed = await linkOf(sellers.books, { lang: 'ko' });
  const elsewhere = await openedAt(backOfficeOrigin.replace('127.0.0.1', 'localhost'));
  await eventually(() => expect(elsewhere.complaints.join('\n')).toMatch(/frame-ancestors/), { timeoutMs: 60_000 });
});

test.each(looks)('axe finds nothing wrong with any view in $lang, $scheme, on a phone', async (look) => {
  const { page } = await openedAt(await linkOf(sellers.books, { displayName: HOSTILE, lang: look.lang }), look);
  await shown(page);
  const found = await violationsIn(page);
  const sideways = [await scrollsSideways(page)];
  await openFirstPayout(page);
  await page.locator('details summary').first().waitFor();
  await unfold(page);
  found.push(...(await violationsIn(page)));
  sideways.push(await scrollsSideways(page));
  const closed = await openedAt(await endedLink(look.lang), look);
  await closed.page.getByRole('heading', { level: 1 }).waitFor();
  found.push(...(await violationsIn(closed.page)));
  expect({ found, sideways }).toEqual({ found: [], sideways: [false, false] });
});
