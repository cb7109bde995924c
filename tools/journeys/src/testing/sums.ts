import type { Page } from 'playwright-core';

/** Throws when a sum of the page is not that of its parts. */
export async function sumsAgree(page: Page): Promise<void> {
  const wrong = await page.locator('[data-adds-up="false"]').allInnerTexts();
  if (wrong.length > 0) throw new Error(`Sums are not those of their parts: ${wrong.join(' | ')}`);
}
