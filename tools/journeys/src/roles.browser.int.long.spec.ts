import { playStory } from '@jeongsan/attack/story';
import type { Page } from 'playwright-core';
import { crawl, isShown } from './testing/crawl.js';
import { Journey } from './testing/journey.js';
import { isAllowed } from './testing/operations.js';
import { leaveProposals } from './testing/proposals.js';

const LONG_MS = 1_800_000;
jest.setTimeout(LONG_MS);
/** Fewer different actions would mean that the walk lost its way. */
const ACTIONS_MIN = 40;
/** Everybody but the admin, who may do everything. */
const people = ['viewer', 'operator', 'approver', 'approver2', 'auditor'] as const;

/** The actions of a screen, as the admin sees them, that no screen before it has. */
type Offered = Readonly<{ address: string; actions: readonly string[] }>;

let journey: Journey;
const screens: Offered[] = [];
beforeAll(async () => {
  journey = await Journey.start('roles', { door: { API_REQUESTS_PER_MINUTE: '1000000' } });
  await playStory(journey.world, 'trail');
  await leaveProposals(journey.world);
  const admin = await journey.windowOf('admin');
  const found = new Set<string>();
  const visit = async () => {
    const actions = (await actionsOn(admin)).filter((name) => !found.has(name));
    if (actions.length > 0) screens.push({ address: admin.url(), actions });
    for (const name of actions) found.add(name);
  };
  await crawl(admin, journey.world.platform.consoleUrl, visit);
}, LONG_MS);
afterAll(() => journey?.stop());

/** Buttons of operations that can be pressed, and those that say why not. */
async function actionsOn(page: Page): Promise<string[]> {
  const names = await page
    .locator('[data-operation], [data-withheld]')
    .evaluateAll((all) => all.map((one) => one.getAttribute('data-operation') ?? one.getAttribute('data-withheld')));
  return [...new Set(names.flatMap((name) => name ?? []))].sort();
}

test.each(people)('%s is offered exactly what the API allows that person', async (who) => {
  const page = await journey.windowOf(who);
  const allowed = new Map<string, boolean>();
  for (const name of new Set(screens.flatMap(({ actions }) => actions))) allowed.set(name, await isAllowed(page, name));
  const wrong: string[] = [];
  for (const { address, actions } of screens) {
    await page.goto(address);
    await isShown(page);
    const shown = await actionsOn(page);
    for (const name of shown) if (!allowed.get(name)) wrong.push(`${address} offers ${name}, which the API refuses`);
    for (const name of actions)
      if (allowed.get(name) && !shown.includes(name)) wrong.push(`${address} hides ${name}, which the API allows`);
  }
  expect(wrong).toEqual([]);
  expect(allowed.size).toBeGreaterThan(ACTIONS_MIN);
});

test('no page called another address, broke its policy or failed', () => {
  expect(journey.complaints()).toEqual([]);
});
