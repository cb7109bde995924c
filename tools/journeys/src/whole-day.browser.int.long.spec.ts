import { playStory } from '@jeongsan/attack/story';
import { checkAuditorFile, closeMonth, downloadAuditorFile } from './testing/day/month.js';
import type { Pair } from './testing/day/pair.js';
import { approveRuns, bounceOne, mendBounced, payAgain } from './testing/day/payouts.js';
import { changeRule, changeTerms } from './testing/day/prices.js';
import { readAsSeller, refundAfterPayout } from './testing/day/refund.js';
import { Journey } from './testing/journey.js';

const LONG_MS = 600_000;
jest.setTimeout(LONG_MS);

let journey: Journey;
let people: Pair;
/** Each test goes on where the one before ended: the last days of a month, by clicks alone. */
beforeAll(async () => {
  journey = await Journey.start('whole-day');
  await playStory(journey.world, 'orders');
  people = { operator: await journey.windowOf('operator'), approver: await journey.windowOf('approver') };
}, LONG_MS);
afterAll(() => journey?.stop());

// One percent is 1,000 of the API's units.
test("a seller's terms are proposed by one person and approved by another", async () => {
  expect(await changeTerms(journey, people)).toEqual({ kind: 'RATE', rate: 5_000 });
});

test('a commission rule that reaches back shows what it moves, and is approved by another person', async () => {
  expect(await changeRule(journey, people)).toEqual([{ kind: 'RATE', rate: 3_000 }]);
});

test('a payout that the bank refused is mended: another account, confirmed by a second person, and paid again', async () => {
  // The night reads the settlements of the day before; the run is drafted after.
  await journey.world.moveTo('2026-05-27', '03:00:05');
  await journey.world.moveTo('2026-05-27', '04:00:05');
  await approveRuns(people.approver);
  await journey.world.moveTo('2026-05-28', '09:00:05');
  await bounceOne(journey);
  await mendBounced(journey, people);
  await journey.world.moveTo('2026-05-29', '04:00:05');
  await approveRuns(people.approver);
  await journey.world.moveTo('2026-05-29', '09:00:05');
  await payAgain(journey, people.operator);
});

test('a refund after the payout is a debt, explained by its order to the operator and in words to the seller', async () => {
  expect(await refundAfterPayout(journey, people.operator)).toBeGreaterThan(0n);
  expect(await readAsSeller(journey)).toEqual([]);
});

test("the month is closed by two people, and the auditor's file of it stands the check of the command line", async () => {
  await journey.world.moveTo('2026-06-01', '09:00:05');
  await approveRuns(people.approver);
  await closeMonth(journey, people);
  expect(await checkAuditorFile(await downloadAuditorFile(journey, people.approver))).toMatch(/^OK/m);
});

test('no page called another address, broke its policy or failed', () => {
  expect(journey.complaints()).toEqual([]);
});
