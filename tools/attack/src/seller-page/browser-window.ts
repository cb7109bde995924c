import type { Browser, Page } from 'playwright-core';

const PATIENCE_MS = 60_000;
const PHONE = { width: 360, height: 740 };

export type Look = Readonly<{ lang: 'ko' | 'en'; scheme: 'light' | 'dark' }>;
export const looks: readonly Look[] = [
  { lang: 'ko', scheme: 'light' },
  { lang: 'ko', scheme: 'dark' },
  { lang: 'en', scheme: 'light' },
  { lang: 'en', scheme: 'dark' },
];

/** A page on a phone, and everything that it did which a page must not do. */
export type BrowserWindow = Readonly<{ page: Page; complaints: string[]; close: () => Promise<void> }>;

/**
 * Opens a phone's window, with cookies and storage of its own. Requests to other origins than these, errors and dialogs are complaints.
 */
export async function openWindow(browser: Browser, origins: readonly string[], look: Look): Promise<BrowserWindow> {
  const locale = look.lang === 'ko' ? 'ko-KR' : 'en-US';
  const context = await browser.newContext({ locale, colorScheme: look.scheme, viewport: PHONE });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  const complaints: string[] = [];
  page.on('request', (request) => {
    const url = request.url();
    if (!/^(data|blob):/.test(url) && !origins.some((origin) => url.startsWith(`${origin}/`)))
      complaints.push(`request to ${url}`);
  });
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('dialog', (dialog) => {
    complaints.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  return { page, complaints, close: () => context.close() };
}

/** What each sum on the page says of itself: whether its parts are its total. */
export const verdictsOf = (page: Page): Promise<string[]> =>
  page.evaluate("[...document.querySelectorAll('[data-adds-up]')].map((sum) => sum.dataset.addsUp)");

/** Opens everything that can be unfolded. */
export const unfold = (page: Page): Promise<void> =>
  page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })");

export const scrollsSideways = (page: Page): Promise<boolean> =>
  page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth');
