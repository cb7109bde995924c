import { playStory } from '@jeongsan/attack/story';
import type { Page } from 'playwright-core';
import { act } from './testing/acting.js';
import type { Exception } from './testing/exceptions/exception.js';
import { exceptions } from './testing/exceptions/exceptions.js';
import { RUN_CAP } from './testing/exceptions/runs.js';
import { goTo } from './testing/clicking.js';
import { isShown } from './testing/crawl.js';
import { Journey } from './testing/journey.js';
import { sumsAgree } from './testing/sums.js';
import type { Person } from './testing/people.js';

const LONG_MS = 900_000;
jest.setTimeout(LONG_MS);
/** From Today to the evidence; the act itself then takes its button and the dialog's. */
const CLICKS_MAX = 3;

let journey: Journey;
const windows = new Map<Person, Page>();

beforeAll(async () => {
  journey = await Journey.start('exceptions', { scheduler: { RUN_CAP } });
  await playStory(journey.world, 'orders');
  await journey.world.moveTo('2026-05-27', '03:00:05');
  for (const who of ['operator', 'approver', 'admin'] as const) windows.set(who, await journey.windowOf(who));
}, LONG_MS);
afterAll(() => journey?.stop());

test.each(Object.entries<Exception>(exceptions))(
  '%s: at most three clicks from Today to the evidence, and two more to settle it',
  async (kind, { arise, who, clicks, evidence, settle, after }) => {
    await arise(journey.world);
    const page = windows.get(who) as Page;
    await goTo(page, 'Today');
    await page.reload();
    const way = [`[data-need="${kind}"] a`, ...clicks];
    expect(way.length).toBeLessThanOrEqual(CLICKS_MAX);
    for (const selector of way) await page.locator(selector).first().click();
    await page.locator(evidence).first().waitFor();
    await isShown(page);
    await sumsAgree(page);
    if ('operation' in settle) await act(page, settle.operation, settle.fields);
    await after?.(journey.world);
  },
);

test('no page called another address, broke its policy or failed', () => {
  expect(journey.complaints()).toEqual([]);
});
