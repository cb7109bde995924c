import { playStory } from '@jeongsan/attack/story';
import { violationsIn } from '@jeongsan/testing/browser';
import { act } from './testing/acting.js';
import { Journey } from './testing/journey.js';

const STARTING_MS_MAX = 300_000;
jest.setTimeout(STARTING_MS_MAX);

let journey: Journey;
beforeAll(async () => {
  journey = await Journey.start('approve-run');
  await playStory(journey.world, 'orders');
  // The night reads the settlements of the day before; the run is drafted after.
  await journey.world.moveTo('2026-05-27', '03:00:05');
  await journey.world.moveTo('2026-05-27', '04:00:05');
}, STARTING_MS_MAX);
afterAll(() => journey?.stop());

test('an approver finds the run on Today, reads what it pays, and approves it; an operator is not offered that', async () => {
  const operator = await journey.windowOf('operator');
  await operator.getByRole('link', { name: 'Run to approve' }).click();
  await operator.locator('[data-adds-up]').first().waitFor();
  expect(await operator.locator('[data-operation="approveRun"]').count()).toBe(0);
  expect(await operator.locator('[data-adds-up="false"]').count()).toBe(0);
  const address = operator.url();

  const approver = await journey.windowOf('approver', { language: 'ko' }, address);
  expect(approver.url()).toBe(address);
  await approver.locator('[data-operation="approveRun"]').waitFor();
  expect(await violationsIn(approver)).toEqual([]);
  await act(approver, 'approveRun');
  const { items } = await journey.world.platform.clients.scheduler.listRuns({ query: {} });
  expect(items).toMatchObject([{ state: 'approved', approvedBy: 'person:approver' }]);
});

test('a file is sent by the dialog in which it was chosen, and by no later one', async () => {
  const page = await journey.windowOf('operator');
  await journey.open(page, '/settings/bank-statements');
  const open = async (bankAccount: string) => {
    await page.locator('[data-operation="importBankStatement"]').click();
    await page.locator('input[name="bankAccount"]').fill(bankAccount);
  };
  const send = page.locator('[data-confirms="importBankStatement"]');
  await open('kb-main');
  const buffer = Buffer.from('date,amount\n2026-05-20,1200');
  await page.locator('input[type="file"]').setInputFiles({ name: 'kb.csv', mimeType: 'text/csv', buffer });
  await send.click();
  await page.getByText('Taken: 1 rows.').waitFor();
  await page.keyboard.press('Escape');
  await send.waitFor({ state: 'detached' });

  await open('shinhan');
  await send.click();
  await page.getByText('Needed', { exact: true }).waitFor();
  await page
    .locator('input[type="file"]')
    .setInputFiles({ name: 'none.csv', mimeType: 'text/csv', buffer: Buffer.of() });
  await send.click();
  await page.getByText('The file is empty').waitFor();
  const { items } = await journey.world.platform.clients.reconciler.listBankStatements({ query: {} });
  expect(items).toMatchObject([{ bankAccount: 'kb-main' }]);
});

test('the sheet of breaks has the filters of the list', async () => {
  const page = await journey.windowOf('operator');
  await journey.open(page, '/reconciliation/breaks?class=MISSING_TRANSACTION&open=false&columns=class');
  const asked = page.waitForRequest(/breaks\/sheet/);
  await page.getByRole('button', { name: 'Sheet of breaks' }).click();
  expect([...new URL((await asked).url()).searchParams].toSorted()).toEqual([
    ['class', 'MISSING_TRANSACTION'],
    ['open', 'false'],
  ]);
});

test('the counts of a reconciled date lead to lists that say that they are of all dates', async () => {
  const page = await journey.windowOf('operator');
  await journey.open(page, '/reconciliation/days/2026-05-27');
  await page.getByRole('link', { name: 'Of all dates, settled by a person' }).waitFor();
  await page.getByRole('link', { name: 'Open breaks of all dates' }).click();
  await page.waitForURL(/breaks\?open=true$/);
});

test('signing out ends the session: the next page asks who is there', async () => {
  const { consoleUrl } = journey.world.platform;
  const page = await journey.windowOf('viewer', { language: 'en' }, `${consoleUrl}/me`);
  const context = page.context();
  const [cookie] = (await context.cookies()).filter(({ name }) => name === '__Host-session');
  expect(cookie).toMatchObject({ httpOnly: true, secure: true, sameSite: 'Strict', path: '/' });
  await page.getByRole('button', { name: 'Viewer' }).click();
  await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
  await page.waitForURL(/signed-out/);
  // Whoever kept the cookie has nothing.
  await context.addCookies(cookie ? [cookie] : []);
  await page.goto(`${consoleUrl}/runs`);
  await page.locator('button[name="person"]').first().waitFor();
});

test('no page called another address, broke its policy or failed', () => {
  expect(journey.complaints()).toEqual([]);
});
