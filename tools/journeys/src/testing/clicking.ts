import type { Page } from 'playwright-core';
import { isShown } from './crawl.js';

/** Clicks the first visible link to a screen, by the beginning of its path below /console, and waits until the screen is shown. */
export async function follow(page: Page, path: string): Promise<void> {
  await page.locator(`a[href^="/console${path}"]:visible`).first().click();
  await page.waitForURL((url) => `${url.pathname}${url.search}`.startsWith(`/console${path}`));
  await isShown(page);
}

/** Clicks an entry of the navigation by its English name. */
export async function goTo(page: Page, name: string): Promise<void> {
  const entry = page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name, exact: true });
  await entry.click();
  await entry.and(page.locator('[aria-current="page"]')).waitFor();
  await isShown(page);
}
