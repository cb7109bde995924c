import type { Platform } from '@jeongsan/market';
import type { Browser } from 'playwright-core';
import { openWindow, type Window, type WindowOptions } from './browser.js';

/** A window for the console of a platform: its pages may call the console's origin, and the issuer's while somebody signs in. */
export const openConsole = (
  browser: Browser,
  { consoleUrl, issuer }: Platform,
  options: Omit<WindowOptions, 'origins'>,
): Promise<Window> =>
  openWindow(browser, { ...options, origins: [new URL(consoleUrl).origin, new URL(issuer.url).origin] });
