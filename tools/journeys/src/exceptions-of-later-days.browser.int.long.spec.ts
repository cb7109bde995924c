import { playStory } from '@jeongsan/attack/story';
import { laterDays } from './testing/exceptions/later-days.js';
import { meet, openWindows, type Windows } from './testing/exceptions/meet.js';
import { Journey } from './testing/journey.js';

const LONG_MS = 900_000;
jest.setTimeout(LONG_MS);

let journey: Journey;
let windows: Windows;

beforeAll(async () => {
  journey = await Journey.start('later-days');
  await playStory(journey.world, 'orders');
  windows = await openWindows(journey);
}, LONG_MS);
afterAll(() => journey?.stop());

test.each(Object.keys(laterDays) as (keyof typeof laterDays)[])(
  '%s: at most three clicks from Today to the evidence, and two more to settle it',
  (kind) => meet(journey, windows, kind),
);

test('no page called another address, broke its policy or failed', () => {
  expect(journey.complaints()).toEqual([]);
});
