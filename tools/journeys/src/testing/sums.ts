import type { Page } from 'playwright-core';

/** Throws for a shown sum that differs from the sum of its parts. */
export async function sumsAgree(page: Page): Promise<void> {
  const wrong = await page.locator('[data-adds-up="false"]').allInnerTexts();
  if (wrong.length > 0) throw new Error(`Sums are not those of their parts: ${wrong.join(' | ')}`);
}
