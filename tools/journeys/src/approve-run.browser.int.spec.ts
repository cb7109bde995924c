import { playStory, StoryWorld } from '@jeongsan/attack/story';
import { launchBrowser, violationsIn } from '@jeongsan/testing/browser';
import type { Browser } from 'playwright-core';
import type { Window } from './testing/browser.js';
import { openConsole } from './testing/console-window.js';
import { keepPicture } from './testing/pictures.js';
import { signIn } from './testing/people.js';

const STARTING_MS_MAX = 300_000;
jest.setTimeout(STARTING_MS_MAX);

let world: StoryWorld;
let browser: Browser;
const windows: Window[] = [];
beforeAll(async () => {
  [world, browser] = await Promise.all([StoryWorld.start('journey-approve-run'), launchBrowser()]);
  await playStory(world, 'orders');
  // The night reads the settlements of the day before; the run is drafted after.
  await world.moveTo('2026-05-27', '03:00:05');
  await world.moveTo('2026-05-27', '04:00:05');
}, STARTING_MS_MAX);
afterAll(async () => {
  // The last thing that each window showed, for a test that failed.
  for (const [index, { page }] of windows.entries()) await keepPicture(page, `approve-run-${index}`);
  await browser?.close();
  await world?.stop();
});

async function windowOf(language: 'ko' | 'en'): Promise<Window> {
  const window = await openConsole(browser, world.platform, { language });
  window.page.setDefaultTimeout(20_000);
  windows.push(window);
  return window;
}

test('an approver finds the run on Today, reads what it pays, and approves it; an operator is not offered that', async () => {
  const { consoleUrl } = world.platform;
  const operator = await windowOf('en');
  await signIn(operator.page, consoleUrl, 'operator');
  await operator.page.getByRole('link', { name: 'Run to approve' }).click();
  await operator.page.locator('[data-adds-up]').first().waitFor();
  expect(await operator.page.locator('[data-operation="approveRun"]').count()).toBe(0);
  expect(await operator.page.locator('[data-adds-up="false"]').count()).toBe(0);
  const address = operator.page.url();

  const approver = await windowOf('ko');
  await signIn(approver.page, address, 'approver');
  expect(approver.page.url()).toBe(address);
  await approver.page.locator('[data-operation="approveRun"]').waitFor();
  expect(await violationsIn(approver.page)).toEqual([]);
  await approver.page.locator('[data-operation="approveRun"]').click();
  await approver.page.locator('[data-confirms="approveRun"]').click();
  await approver.page.locator('[data-confirms="approveRun"]').waitFor({ state: 'detached' });
  const { items } = await world.platform.clients.scheduler.listRuns({ query: {} });
  expect(items).toMatchObject([{ state: 'approved', approvedBy: 'person:approver' }]);
});

test('signing out ends the session: the next page asks who is there', async () => {
  const { consoleUrl } = world.platform;
  const { page, context } = await windowOf('en');
  await signIn(page, `${consoleUrl}/me`, 'viewer');
  const [cookie] = (await context.cookies()).filter(({ name }) => name === '__Host-session');
  expect(cookie).toMatchObject({ httpOnly: true, secure: true, sameSite: 'Strict', path: '/' });
  await page.getByRole('button', { name: 'Viewer' }).click();
  await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
  await page.waitForURL(/signed-out/);
  // Whoever kept the cookie has nothing.
  await context.addCookies(cookie ? [cookie] : []);
  await page.goto(`${consoleUrl}/runs`);
  await page.locator('button[name="person"]').first().waitFor();
});

test('no page called another address, broke its policy or failed', () => {
  expect(windows.flatMap(({ complaints }) => complaints)).toEqual([]);
});
