import type { Page } from 'playwright-core';

const ID = /^(\d+|(?=.*\d)[\w.:~%-]{6,})$/;
/** Pages that differ in ids and filters only are one screen. */
export const screenOf = (path: string): string =>
  path
    .split('/')
    .map((part) => (ID.test(part) ? '*' : part))
    .join('/');

/** Waits until a page has its heading, and everything that it reads is there. */
export async function isShown(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor({ timeout: 20_000 });
  await page.waitForLoadState('networkidle');
  // A machine with much to do shows what was read long after the network was idle.
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
}

/** The screen of an address: its path without ids. */
const screenIn = ({ pathname }: URL): string => screenOf(pathname);

/**
 * Follows links of the console from its navigation on, once to each screen. `visit` gets each screen as it is shown. Returns the screens.
 */
export async function crawl(page: Page, start: string, visit: (screen: string) => Promise<void>): Promise<string[]> {
  const base = new URL(start);
  const seen = new Map<string, string>([[screenIn(base), base.pathname]]);
  const open = [base.pathname];
  for (let path = open.shift(); path !== undefined; path = open.shift()) {
    await page.goto(new URL(path, base).href);
    await isShown(page).catch(() => Promise.reject(new Error(`${path} shows no heading`)));
    await visit(screenIn(new URL(path, base)));
    const links = await page
      .locator('a[href^="/console"]')
      .evaluateAll((all) => all.map((a) => a.getAttribute('href')));
    for (const link of links) {
      const address = new URL(link ?? '/', page.url());
      const { pathname, search } = address;
      const screen = screenIn(address);
      if (seen.has(screen) || !/^\/console(\/|$)/.test(pathname)) continue;
      seen.set(screen, pathname);
      open.push(`${pathname}${search}`);
    }
  }
  return [...seen.keys()].sort();
}
