import type { Platform } from '@jeongsan/market';
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';
import { openConsole } from '../testing/console-window.js';
import { signIn } from '../testing/people.js';
import { type Frames, framesDuring } from './frames.js';
import { MAKE_STILL } from './still-rows.js';

/** Rows of 44 pixels: about ninety of them a second, faster than anybody reads. */
const PIXELS_PER_SECOND = 4_000;
const LOADED_MS_MAX = 900_000;

/** Turns the wheel over the table for some seconds. */
async function turn(page: Page, wheel: CDPSession, seconds: number): Promise<void> {
  const box = await page.getByRole('table').first().boundingBox();
  if (box === null) throw new Error('The list of payouts is not shown');
  await wheel.send('Input.synthesizeScrollGesture', {
    x: box.x + box.width / 2,
    y: box.y + box.height / 2,
    yDistance: -seconds * PIXELS_PER_SECOND,
    speed: PIXELS_PER_SECOND,
    gestureSourceType: 'mouse',
  });
}

const TOP = `document.querySelector('[role=table]').scrollTop`;
const TO_TOP = `${TOP} = 0`;
const TO_MIDDLE = `${TOP} = document.querySelector('[role=table]').scrollHeight / 2`;
const TO_END = `${TOP} = document.querySelector('[role=table]').scrollHeight`;
const ROWS = `Number(document.querySelector('[role=table]').getAttribute('aria-rowcount')) - 1`;

/** Scrolls to the end again and again, until the list has all rows. Throws when the last row is not shown then. */
async function loadAll(page: Page, rows: number): Promise<void> {
  const begun = performance.now();
  while ((await page.evaluate<number>(ROWS)) !== rows) {
    if (performance.now() - begun > LOADED_MS_MAX) throw new Error(`The list never had ${rows} rows`);
    await page.evaluate(TO_END);
    await page.waitForTimeout(20);
  }
  await page.evaluate(TO_END);
  await page.locator(`[role="row"][aria-rowindex="${rows + 1}"]`).waitFor();
}

export type Scrolled = Readonly<{
  /** From the first page on, while the list reads the next ones. */
  reading: Frames;
  /** While all other pages are read, one after the other. */
  loading: Frames;
  /** With all rows read, from the middle on. */
  whole: Frames;
  /** Rows of the same look in a page without script: what the browser alone can do on this machine, before and after. */
  still: readonly [Frames, Frames];
  secondsToLoad: number;
}>;

/** The list of payouts in a page of its own, and what turns the wheel there. */
async function openList(context: BrowserContext, url: string) {
  const page = await context.newPage();
  await page.goto(url);
  await page.getByRole('table').getByRole('link').first().waitFor();
  const browser = await context.newCDPSession(page);
  const turning = async (from: string, seconds: number): Promise<Frames> => {
    await page.bringToFront();
    await page.evaluate(from);
    await page.waitForLoadState('networkidle');
    return framesDuring(page, browser, () => turn(page, browser, seconds));
  };
  return { page, browser, turning };
}

/** Scrolls the list of all payouts: from its first page on while it reads the next ones, and with all rows read. */
export async function scrollPayouts(
  browser: Browser,
  platform: Platform,
  { rows, seconds }: Readonly<{ rows: number; seconds: number }>,
): Promise<Scrolled> {
  const { page, context } = await openConsole(browser, platform, { language: 'ko' });
  await signIn(page, platform.consoleUrl, 'operator');
  const url = `${platform.consoleUrl}/payouts`;
  const plain = await openList(context, url);
  await plain.page.evaluate(MAKE_STILL);
  const stillBefore = await plain.turning(TO_TOP, seconds);
  const list = await openList(context, url);
  const reading = await list.turning(TO_TOP, seconds);
  const begun = performance.now();
  const loading = await framesDuring(list.page, list.browser, () => loadAll(list.page, rows));
  const secondsToLoad = (performance.now() - begun) / 1_000;
  const whole = await list.turning(TO_MIDDLE, seconds);
  const still = [stillBefore, await plain.turning(TO_TOP, seconds)] as const;
  await context.close();
  return { reading, loading, whole, still, secondsToLoad };
}
