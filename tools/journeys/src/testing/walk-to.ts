import type { Page, Request } from 'playwright-core';

const AT_REST_MS = 20_000;
const LOOK_AGAIN_MS = 100;
/** After two frames, what a reply made of the page is drawn, and whatever this asks for is under way. */
const TWO_FRAMES = 'new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))';
/** What is not the new screen's yet: the old one's heading, or a place for what is being read. */
const UNFINISHED = `document.querySelectorAll('h1[data-left], .mantine-Skeleton-root, .mantine-Loader-root, [aria-busy="true"]').length`;
const leaving = (path: string) => `
  if (location.pathname + location.search !== ${JSON.stringify(path)}) {
    for (const heading of document.querySelectorAll('h1')) heading.setAttribute('data-left', '');
    history.pushState(null, '', ${JSON.stringify(path)});
  }`;

/**
 * Shows another screen as a link of the console does, without loading the console anew, and waits until everything is there that
 * the screen reads.
 */
export async function walkTo(page: Page, path: string): Promise<void> {
  const underWay = new Set<Request>();
  const begins = (request: Request) => void underWay.add(request);
  const ends = (request: Request) => void underWay.delete(request);
  page.on('request', begins).on('requestfinished', ends).on('requestfailed', ends);
  try {
    await page.evaluate(leaving(path));
    const endsAt = Date.now() + AT_REST_MS;
    // Two looks, since a reply that has arrived may lead to a further question.
    for (let calm = 0; calm < 2; await page.waitForTimeout(LOOK_AGAIN_MS)) {
      await page.evaluate(TWO_FRAMES);
      const isCalm = underWay.size === 0 && (await page.evaluate<number>(UNFINISHED)) === 0;
      calm = isCalm ? calm + 1 : 0;
      if (Date.now() < endsAt) continue;
      throw new Error(`${path} is not at rest: ${[...underWay].map((one) => one.url()).join(', ')}`);
    }
  } finally {
    page.off('request', begins).off('requestfinished', ends).off('requestfailed', ends);
  }
}
