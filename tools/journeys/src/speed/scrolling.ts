import type { Platform } from '@jeongsan/market';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { openConsole } from '../testing/console-window.js';
import { signIn } from '../testing/people.js';

/** Rows of 44 pixels: about ninety of them a second, faster than anybody reads. */
const PIXELS_PER_SECOND = 4_000;
const LOADED_MS_MAX = 600_000;

const BEGIN = `(() => {
  globalThis.frames = [];
  const note = (at) => { frames.push(at); globalThis.ticking = requestAnimationFrame(note); };
  globalThis.ticking = requestAnimationFrame(note);
})()`;
const END = `(() => { cancelAnimationFrame(ticking); return frames; })()`;

/** Milliseconds of each frame while the wheel turns for some seconds over the table; negative seconds: upwards. */
async function framesOf(page: Page, wheel: CDPSession, seconds: number): Promise<number[]> {
  const box = await page.getByRole('table').first().boundingBox();
  if (box === null) throw new Error('The list of payouts is not shown');
  await page.evaluate(BEGIN);
  await wheel.send('Input.synthesizeScrollGesture', {
    x: box.x + box.width / 2,
    y: box.y + box.height / 2,
    yDistance: -seconds * PIXELS_PER_SECOND,
    speed: PIXELS_PER_SECOND,
    gestureSourceType: 'mouse',
  });
  const at = await page.evaluate<number[]>(END);
  return at.slice(1).map((moment, index) => moment - (at[index] ?? Number.NaN));
}

const TO_END = `(() => { const table = document.querySelector('[role=table]'); table.scrollTop = table.scrollHeight; })()`;
const TO_MIDDLE = `(() => { const table = document.querySelector('[role=table]'); table.scrollTop = table.scrollHeight / 2; })()`;
const ROWS = `Number(document.querySelector('[role=table]').getAttribute('aria-rowcount')) - 1`;

/** Scrolls to the end again and again, until the list has all rows. Returns the seconds that it took. */
async function loadAll(page: Page, rows: number): Promise<number> {
  const begun = performance.now();
  while ((await page.evaluate<number>(ROWS)) !== rows) {
    if (performance.now() - begun > LOADED_MS_MAX) throw new Error(`The list never had ${rows} rows`);
    await page.evaluate(TO_END);
    await page.waitForTimeout(20);
  }
  return (performance.now() - begun) / 1_000;
}

export type Scrolled = Readonly<{
  /** Milliseconds of each frame while the list reads its pages, and with all rows in it. */
  reading: readonly number[];
  whole: readonly number[];
  secondsToLoad: number;
}>;

/** Scrolls the list of all payouts: from its first page on while it reads the next ones, and with all rows read. */
export async function scrollPayouts(
  browser: Browser,
  platform: Platform,
  { rows, seconds }: Readonly<{ rows: number; seconds: number }>,
): Promise<Scrolled> {
  const { page, context } = await openConsole(browser, platform, { language: 'ko' });
  await signIn(page, `${platform.consoleUrl}/payouts`, 'operator');
  await page.getByRole('table').getByRole('link').first().waitFor();
  const wheel = await context.newCDPSession(page);
  const reading = await framesOf(page, wheel, seconds);
  const secondsToLoad = await loadAll(page, rows);
  await page.evaluate(TO_MIDDLE);
  await page.waitForLoadState('networkidle');
  const whole = await framesOf(page, wheel, seconds);
  await context.close();
  return { reading, whole, secondsToLoad };
}
