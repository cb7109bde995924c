import { playStory } from '@jeongsan/attack/story';
import type { Page } from 'playwright-core';
import { openConsole } from './testing/console-window.js';
import { Journey } from './testing/journey.js';

const STARTING_MS_MAX = 300_000;
jest.setTimeout(STARTING_MS_MAX);
/** More than the elements of any page. */
const STEPS_MAX = 200;

let journey: Journey;
beforeAll(async () => {
  journey = await Journey.start('keyboard');
  await playStory(journey.world, 'orders');
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
