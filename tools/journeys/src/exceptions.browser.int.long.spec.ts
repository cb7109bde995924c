import { playStory } from '@jeongsan/attack/story';
import { firstDays } from './testing/exceptions/first-days.js';
import { meet, openWindows, type Windows } from './testing/exceptions/meet.js';
import { RUN_CAP } from './testing/exceptions/runs.js';
import { Journey } from './testing/journey.js';

const LONG_MS = 900_000;
jest.setTimeout(LONG_MS);

let journey: Journey;
let windows: Windows;

beforeAll(async () => {
  journey = await Journey.start('exceptions', { scheduler: { RUN_CAP } });
  await playStory(journey.world, 'orders');
  await journey.world.moveTo('2026-05-27', '03:00:05');
  windows = await openWindows(journey);
}, LONG_MS);
afterAll(() => journey?.stop());

test.each(Object.keys(firstDays) as (keyof typeof firstDays)[])(
  '%s: at most three clicks from Today to the evidence, and two more to settle it',
  (kind) => meet(journey, windows, kind),
);

test('no page called another address, broke its policy or failed', () => {
  expect(journey.complaints()).toEqual([]);
});
