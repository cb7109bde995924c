import { playStory } from '@jeongsan/attack/story';
import { violationsIn } from '@jeongsan/testing/browser';
import type { Page } from 'playwright-core';
import { openConsole } from './testing/console-window.js';
import { Journey } from './testing/journey.js';

const STARTING_MS_MAX = 300_000;
jest.setTimeout(STARTING_MS_MAX);
/** More than the elements of any page. */
const STEPS_MAX = 200;

let journey: Journey;
beforeAll(async () => {
  journey = await Journey.start('approve-run');
  await playStory(journey.world, 'orders');
  // The night reads the settlements of the day before; the run is drafted after.
  await journey.world.moveTo('2026-05-27', '03:00:05');
  await journey.world.moveTo('2026-05-27', '04:00:05');
}, STARTING_MS_MAX);
afterAll(() => journey?.stop());

/** Goes on with the Tab key until an element has the focus; each element on the way shows that it has it. */
async function tabTo(page: Page, selector: string): Promise<void> {
  await page.locator(selector).first().waitFor();
  for (let step = 0; step < STEPS_MAX; step += 1) {
    await page.keyboard.press('Tab');
    if (await page.evaluate<boolean>(`document.activeElement.matches(${JSON.stringify(selector)})`)) return;
  }
  throw new Error(`The Tab key never comes to ${selector}`);
}

async function press(page: Page, selector: string): Promise<void> {
  await tabTo(page, selector);
  await page.keyboard.press('Enter');
}

test('an approver finds the run on Today and reads what it pays; an operator is not offered to approve it', async () => {
  const operator = await journey.windowOf('operator');
  await operator.getByRole('link', { name: 'Run to approve' }).click();
  await operator.locator('[data-adds-up]').first().waitFor();
  expect(await operator.locator('[data-operation="approveRun"]').count()).toBe(0);
  expect(await operator.locator('[data-adds-up="false"]').count()).toBe(0);
  const address = operator.url();

  const approver = await journey.windowOf('approver', { language: 'ko' }, address);
  expect(approver.url()).toBe(address);
  await approver.locator('[data-operation="approveRun"]').waitFor();
  expect(await violationsIn(approver)).toEqual([]);
});

test('a run is approved from the sign-in on with the keyboard alone', async () => {
  const { platform } = journey.world;
  const { page, complaints } = await openConsole(journey.browser, platform, { language: 'en' });
  await page.goto(platform.consoleUrl);
  await press(page, 'button[name="person"][value="approver"]');
  await page.waitForURL(/\/console/);
  await press(page, '[data-need="RUN_TO_APPROVE"] a');
  await press(page, '[data-operation="approveRun"]');
  await press(page, '[data-confirms="approveRun"]');
  await page.locator('[data-confirms="approveRun"]').waitFor({ state: 'detached' });
  const { items } = await platform.clients.scheduler.listRuns({ query: {} });
  expect(items).toMatchObject([{ state: 'approved', approvedBy: 'person:approver' }]);
  expect(complaints).toEqual([]);
});

test('the focus stays within a dialog, and returns to its button when the dialog is left with Escape', async () => {
  const page = await journey.windowOf('operator');
  await page.goto(`${journey.world.platform.consoleUrl}/sending`);
  await press(page, '[data-operation="haltDispatch"]');
  await page.locator('[data-confirms="haltDispatch"]').waitFor();
  for (let step = 0; step < 10; step += 1) {
    await page.keyboard.press('Tab');
    expect(await page.evaluate<boolean>('document.activeElement.closest("[role=dialog]") !== null')).toBe(true);
  }
  await page.keyboard.press('Escape');
  await page.locator('[data-confirms="haltDispatch"]').waitFor({ state: 'detached' });
  await page.locator('[data-operation="haltDispatch"]:focus').waitFor();
});

test('signing out ends the session: the next page asks who is there', async () => {
  const { consoleUrl } = journey.world.platform;
  const page = await journey.windowOf('viewer', { language: 'en' }, `${consoleUrl}/me`);
  const context = page.context();
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
  expect(journey.complaints()).toEqual([]);
});
