import type { Browser, BrowserContext, Page } from 'playwright-core';

export type Language = 'ko' | 'en';
export type Scheme = 'light' | 'dark';

/** What a browser said against its pages: errors, violations of their policy, and requests to any other address. */
export type Complaints = readonly string[];

/** A window of its own, with its own cookies. `complaints` grows while it is used. */
export type Window = Readonly<{ context: BrowserContext; page: Page; complaints: Complaints }>;

export type WindowOptions = Readonly<{
  /** Addresses that the pages may call. */
  origins: readonly string[];
  language?: Language;
  scheme?: Scheme;
  width?: number;
  height?: number;
}>;

/** A refused or failed call is written to the console by the browser itself: the page answers for it in words. */
const NOT_OURS = /^Failed to load resource: the server responded with a status of/;

export async function openWindow(browser: Browser, options: WindowOptions): Promise<Window> {
  const { origins, language = 'ko', scheme = 'light', width = 1366, height = 900 } = options;
  const context = await browser.newContext({
    viewport: { width, height },
    locale: language === 'ko' ? 'ko-KR' : 'en-GB',
    colorScheme: scheme,
    // A clock of Europe shows whether times are those of Seoul.
    timezoneId: 'Europe/London',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  page.setDefaultTimeout(120_000);
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' && !NOT_OURS.test(message.text())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => {
    const url = request.url();
    if (!/^(data|blob):/.test(url) && !origins.includes(new URL(url).origin)) complaints.push(`Called ${url}`);
  });
  return { context, page, complaints };
}
