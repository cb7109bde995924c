import { playStory } from '@jeongsan/attack/story';
import { isGoldenUpdate } from '@jeongsan/testing';
import type { Page } from 'playwright-core';
import type { Language } from './testing/browser.js';
import { crawl } from './testing/crawl.js';
import { Journey } from './testing/journey.js';
import { faultsOf, turnTo } from './testing/looks.js';
import { isAllowed } from './testing/operations.js';
import { keepPicture } from './testing/pictures.js';
import { leaveProposals } from './testing/proposals.js';
import { walkTo } from './testing/walk-to.js';

/** One walk over every screen, which reading each anew makes the longest of all: what it finds serves all the tests. */
const LONG_MS = 1_800_000;
jest.setTimeout(LONG_MS);
/** Fewer different actions would mean that the walk lost its way. */
const ACTIONS_MIN = 40;
/** Everybody but the admin, who may do everything. */
const people = ['viewer', 'operator', 'approver', 'approver2', 'auditor'] as const;

/** The actions of a screen, as the admin sees them, that no screen before it has. */
type Offered = Readonly<{ path: string; actions: readonly string[] }>;

let journey: Journey;
const offered: Offered[] = [];
beforeAll(async () => {
  journey = await Journey.start('screens', { door: { API_REQUESTS_PER_MINUTE: '1000000' } });
  await playStory(journey.world);
  await leaveProposals(journey.world);
}, LONG_MS);
afterAll(() => journey?.stop());

/** Buttons of operations that can be pressed, and those that say why not. */
async function actionsOn(page: Page): Promise<string[]> {
  const names = await page
    .locator('[data-operation], [data-withheld]')
    .evaluateAll((all) => all.map((one) => one.getAttribute('data-operation') ?? one.getAttribute('data-withheld')));
  return [...new Set(names.flatMap((name) => name ?? []))].sort();
}

test('every screen can be used by everybody: in two languages, in light and dark, from a phone to a wall', async () => {
  const admin = await journey.windowOf('admin', { language: 'ko' });
  const faults: string[] = [];
  const found = new Set<string>();
  let shown: Language = 'ko';
  const screens = await crawl(admin, journey.world.platform.consoleUrl, async (screen) => {
    const actions = (await actionsOn(admin)).filter((name) => !found.has(name));
    const { pathname, search } = new URL(admin.url());
    if (actions.length > 0) offered.push({ path: `${pathname}${search}`, actions });
    for (const name of actions) found.add(name);
    // The next screen comes in the language that the last was turned to: each is turned once.
    const languages = shown === 'ko' ? (['ko', 'en'] as const) : (['en', 'ko'] as const);
    for (const language of languages) {
      if (language !== shown) await turnTo(admin, language);
      shown = language;
      faults.push(...(await faultsOf(admin, screen, language)));
      if (language === 'en' && isGoldenUpdate())
        await keepPicture(admin, `looks${screen.replaceAll('/', '-').replaceAll('*', 'id')}`);
    }
  });
  expect(faults).toEqual([]);
  expect(screens.length).toBeGreaterThan(60);
});

test.each(people)('%s is offered exactly what the API allows that person', async (who) => {
  const page = await journey.windowOf(who);
  const allowed = new Map<string, boolean>();
  for (const name of new Set(offered.flatMap(({ actions }) => actions))) allowed.set(name, await isAllowed(page, name));
  const wrong: string[] = [];
  for (const { path, actions } of offered) {
    await walkTo(page, path);
    const shown = await actionsOn(page);
    for (const name of shown) if (!allowed.get(name)) wrong.push(`${path} offers ${name}, which the API refuses`);
    for (const name of actions)
      if (allowed.get(name) && !shown.includes(name)) wrong.push(`${path} hides ${name}, which the API allows`);
  }
  expect(wrong).toEqual([]);
  expect(allowed.size).toBeGreaterThan(ACTIONS_MIN);
});

test('no page called another address, broke its policy or failed', () => {
  expect(journey.complaints()).toEqual([]);
});
