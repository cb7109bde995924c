import type { Page } from 'playwright-core';

/** The people of the local issuer. */
export type Person = 'viewer' | 'operator' | 'approver' | 'approver2' | 'auditor' | 'admin';

/** Opens a page of the console as nobody, and signs in where the door leads. Returns at that page. */
export async function signIn(page: Page, url: string, who: Person): Promise<void> {
  await page.goto(url);
  await chooseAtIssuer(page, who);
}

/** The issuer asks who is there: at a first sign-in, and again before a large decision. */
export async function chooseAtIssuer(page: Page, who: Person): Promise<void> {
  await page.locator(`button[name="person"][value="${who}"]`).click();
  await page.locator('main').first().waitFor();
  await page.waitForURL(/\/console/);
}
