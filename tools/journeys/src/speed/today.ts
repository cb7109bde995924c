import type { Platform } from '@jeongsan/market';
import type { Browser } from 'playwright-core';
import { openConsole } from '../testing/console-window.js';
import { signIn } from '../testing/people.js';

/** Remembers when the page has read all that waits for a person: from then on the list can be used. */
const WATCH = `new MutationObserver((_, observer) => {
  if (document.querySelector('[data-needs-read="true"]') === null) return;
  globalThis.usableAt = performance.now();
  observer.disconnect();
}).observe(document, { subtree: true, childList: true, attributes: true })`;

/**
 * Milliseconds from the start of the navigation until Today can be used, load by load: with the browser's cache, as on every day
 * after the first; and once without it.
 */
export async function usableMs(
  browser: Browser,
  platform: Platform,
  loads: number,
): Promise<Readonly<{ first: number; later: readonly number[] }>> {
  const { page, context } = await openConsole(browser, platform, { language: 'ko' });
  await context.addInitScript(WATCH);
  // The screen of the person loads little of the console: its session is there, its parts are not.
  await signIn(page, `${platform.consoleUrl}/me`, 'operator');
  const load = async (): Promise<number> => {
    await page.goto(platform.consoleUrl);
    await page.locator('[data-needs-read="true"]').waitFor();
    return page.evaluate<number>('globalThis.usableAt');
  };
  const cache = await context.newCDPSession(page);
  await cache.send('Network.clearBrowserCache');
  const first = await load();
  const later: number[] = [];
  for (let n = 0; n < loads; n += 1) later.push(await load());
  await context.close();
  return { first, later };
}
