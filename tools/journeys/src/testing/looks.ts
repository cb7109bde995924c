import { violationsIn } from '@jeongsan/testing/browser';
import type { Page } from 'playwright-core';
import type { Language } from './browser.js';

const FIRST = '/console';

const SETTLED_MS = 5_000;
const LOOK_AGAIN_MS = 50;

/** Whether something becomes true of a page. The page's policy refuses what Playwright would wait with. */
async function becomes(page: Page, expression: string): Promise<boolean> {
  for (const endsAt = Date.now() + SETTLED_MS; Date.now() < endsAt; await page.waitForTimeout(LOOK_AGAIN_MS))
    if (await page.evaluate<boolean>(expression)) return true;
  return false;
}

/** Nobody must scroll sideways to see all of a page, once it has the width of its window. Tables scroll by themselves. */
const FITS = 'document.documentElement.scrollWidth <= document.documentElement.clientWidth';
/** Colours change over some frames: those in between are nobody's. */
const RESTS = 'document.getAnimations().every(({ playState }) => playState !== "running")';

const WRONG_SUMS = `[...document.querySelectorAll('[data-adds-up="false"]')].map(({ innerText }) => innerText)`;

/** Pixels of a usual window's width, at which colours are looked at. */
const USUAL = 1_366;
const CONTRAST = 'color-contrast';
/**
 * What is looked at in each language, by the colours in which it is. Colours are the same in both languages, and the frame around
 * a page is the same on all screens: each is looked at once, and both again on the first screen.
 */
const looksOf = {
  ko: {
    widths: [360, 2_560, USUAL],
    looks: [
      ['dark', { rules: [CONTRAST], within: 'main' }],
      ['light', {}],
    ],
  },
  en: { widths: [360], looks: [['light', { within: 'main', except: [CONTRAST] }]] },
} as const;
const FIRST_LOOKS = [
  ['dark', {}],
  ['light', {}],
] as const;

/** Faults of a shown screen: wider than its window, too little contrast in light or dark, a sum that is not that of its parts. */
export async function faultsOf(page: Page, screen: string, language: Language): Promise<string[]> {
  const name = `${screen} ${language}`;
  const { widths, looks } = looksOf[language];
  const faults: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    if (!(await becomes(page, FITS))) faults.push(`${name}: wider than ${width} pixels`);
  }
  await page.setViewportSize({ width: USUAL, height: 900 });
  for (const [scheme, look] of screen === FIRST ? FIRST_LOOKS : looks) {
    await page.evaluate(`document.documentElement.setAttribute('data-mantine-color-scheme', '${scheme}')`);
    await becomes(page, RESTS);
    const found = await violationsIn(page, look);
    faults.push(...found.map((fault) => `${name} ${scheme}: ${fault}`));
  }
  for (const sum of await page.evaluate<string[]>(WRONG_SUMS))
    faults.push(`${name}: a sum is not that of its parts: ${sum}`);
  return faults;
}

/** Shows the page in the other language, without reading it again. */
export async function turnTo(page: Page, language: Language): Promise<void> {
  // By keyboard: a pointer that stays over a button changes its colours.
  await page.locator(`button[lang="${language}"]`).press('Enter');
  await page.locator(`html[lang="${language}"]`).waitFor({ state: 'attached' });
}
