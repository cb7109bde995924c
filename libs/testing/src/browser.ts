import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import chromium from '@sparticuz/chromium';
import { type Browser, type Page, chromium as playwright } from 'playwright-core';

/** The package's own arguments switch the web's security off (`--disable-web-security`): a test of it would prove nothing. */
const ARGUMENTS = [
  '--no-sandbox',
  '--no-zygote',
  '--disable-gpu',
  '--font-render-hinting=none',
  '--disable-dev-shm-usage',
];

/** Chromium that comes by npm: the machine needs no browser of its own. */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = await chromium.executablePath();
  return playwright.launch({ executablePath, args: ARGUMENTS, headless: true });
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

type Result = Readonly<{
  violations: readonly Readonly<{ id: string; help: string; nodes: readonly Readonly<{ html: string }>[] }>[];
}>;

type Look = Readonly<{ rules?: readonly string[]; except?: readonly string[]; within?: string }>;

/**
 * Violations of accessibility in a page, each with the first element that has it. `rules`: only these rules of axe; `except`: all
 * but these; `within`: only in this part of the page.
 */
export async function violationsIn(page: Page, { rules, except = [], within }: Look = {}): Promise<string[]> {
  // The page's policy allows no script of a test: it is evaluated beside the page's own.
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(axe);
  const options = JSON.stringify({
    resultTypes: ['violations'],
    ...(rules && { runOnly: rules }),
    rules: Object.fromEntries(except.map((rule) => [rule, { enabled: false }])),
  });
  const { violations } = await page.evaluate<Result>(
    `axe.run(${within === undefined ? 'document' : JSON.stringify(within)}, ${options})`,
  );
  return violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes[0]?.html ?? ''}`);
}
