import { OPERATOR, playStory, sellers, tellBank } from '@jeongsan/attack/story';
import type { Page } from 'playwright-core';
import { act, confirm, fillIn } from './testing/acting.js';
import { isShown } from './testing/crawl.js';
import { Journey } from './testing/journey.js';
import { chooseAtIssuer } from './testing/people.js';
import { keepDocumentPicture } from './testing/pictures.js';

const LONG_MS = 600_000;
jest.setTimeout(LONG_MS);
/** Every decision with money needs a sign-in of the last minute. */
const FRESH = { REAUTH_THRESHOLD: '0', REAUTH_MINUTES: '1' };
const FRESH_MS = 61_000;

let journey: Journey;
let operator: Page;
let approver: Page;
let approverSince: number;

beforeAll(async () => {
  journey = await Journey.start('tasks', { scheduler: FRESH });
  const { world } = journey;
  await playStory(world, 'ledger');
  await world.moveTo('2026-05-27', '04:00:05');
  operator = await journey.windowOf('operator');
  approver = await journey.windowOf('approver');
  approverSince = Date.now();
}, LONG_MS);
afterAll(() => journey?.stop());

test('1: a run is approved by a second person, who must sign in again and comes back to what was typed', async () => {
  await journey.open(approver, '');
  await keepDocumentPicture(approver, 'console-today');
  await approver.getByRole('link', { name: 'Run to approve' }).click();
  await approver.locator('[data-operation="approveRun"]').waitFor();
  await keepDocumentPicture(approver, 'console-run');
  const address = approver.url();
  // The sign-in is more than a minute old from here on.
  await new Promise((resolve) => setTimeout(resolve, Math.max(0, approverSince + FRESH_MS - Date.now())));
  await approver.locator('[data-operation="approveRun"]').click();
  await approver.locator('[data-confirms="approveRun"]').click();
  await approver.getByRole('alert').getByRole('button').click();
  await chooseAtIssuer(approver, 'approver');
  expect(approver.url()).toBe(address);
  await confirm(approver, 'approveRun');
  await expect(runStates()).resolves.toEqual(['approved']);
});

const runStates = async () =>
  (await journey.world.platform.clients.scheduler.listRuns({ query: {} })).items.map((run) => run.state);

test('2: sending is stopped by one person and goes on by another', async () => {
  await journey.open(operator, '/sending');
  await act(operator, 'haltDispatch', { reason: 'The bank is down' });
  await journey.open(approver, '/sending');
  await keepDocumentPicture(approver, 'console-sending');
  await act(approver, 'resumeDispatch', { reason: 'The bank is back' });
  const { state } = await journey.world.platform.clients.scheduler.getDispatchControl({});
  expect(state).toBe('open');
});

test('3: a payout is explained down to an order line in two clicks', async () => {
  await journey.world.moveTo('2026-05-27', '09:05:00');
  await journey.open(operator, '/payouts');
  await operator.locator('a[href*="/console/payouts/"]').first().click();
  await operator.locator('[data-adds-up]').first().waitFor();
  await operator.waitForLoadState('networkidle');
  await keepDocumentPicture(operator, 'console-payout');
  expect(await operator.locator('[data-adds-up="false"]').count()).toBe(0);
  await operator.locator('a[href*="/console/orders/"]').first().click();
  await operator.waitForURL(/console\/orders\//);
  await isShown(operator);
});

test('4: a difference is found from Today, explained, and decided by a second person where the amount asks for one', async () => {
  await tellBank(journey.world);
  await journey.world.moveTo('2026-05-28', '03:00:05');
  await journey.open(operator, '/reconciliation/breaks?open=true');
  await operator.locator('a[href*="/console/reconciliation/breaks/"]').first().click();
  await operator.locator('[data-operation="explainBreak"]').waitFor();
  await operator.waitForLoadState('networkidle');
  await keepDocumentPicture(operator, 'console-break');
  await act(operator, 'explainBreak', { reason: 'Paid by hand, see the letter of the bank' });
  const breakId = operator.url().split('/').at(-1) ?? '';
  const read = () => journey.world.teller.ask('getBreak', OPERATOR, { params: { breakId } });
  if ((await read()).decisions.some(({ state }) => state === 'proposed')) {
    await approver.goto(operator.url());
    await act(approver, 'approveBreakDecision');
  }
  expect((await read()).state).toBe('EXPLAINED');
});

test('5: money of a seller is held back, and let go', async () => {
  await journey.open(operator, `/sellers/${sellers.books}`);
  await operator.locator('[data-operation="placeHold"]').first().click();
  await fillIn(operator, 'placeHold', { scope: 'AMOUNT', amount: '1000', reason: 'BUYER_COMPLAINT' });
  await keepDocumentPicture(operator, 'console-hold');
  await confirm(operator, 'placeHold');
  const held = async () => {
    const query = { sellerId: sellers.books, open: 'true', limit: 50 } as const;
    const { items } = await journey.world.platform.clients.scheduler.listHolds({ query });
    return items.filter(({ reason }) => reason === 'BUYER_COMPLAINT').map(({ id }) => id);
  };
  const [id] = await held();
  await journey.open(operator, `/holds/${id}`);
  await act(operator, 'releaseHold');
  expect(await held()).toEqual([]);
});

test('no page called another address, broke its policy or failed', () => {
  expect(journey.complaints()).toEqual([]);
});
