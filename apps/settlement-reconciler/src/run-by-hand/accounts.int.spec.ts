import type { Account } from '../provider.js';
import { askByHand, workByHand } from '../testing/hand-runs.js';
import { type KnownDay, knownDay, saleOf, TODAY, tradeOn } from '../testing/known-day.js';
import { balanceOn, bookSale, listCorrectly } from '../testing/market-day.js';
import { breaksOf, clientOf, count, mainOf, night } from '../testing/night.js';
import { WrongProvider } from '../testing/wrong-provider.js';
import { readHandRun } from './read-hand-runs.js';

jest.setTimeout(60_000);
let day: KnownDay;
let other: WrongProvider;
let billing: Account;
beforeEach(async () => {
  day = await knownDay();
  await tradeOn(day, [10_000n, 20_000n]);
  const sale = saleOf(3, 30_000n);
  await bookSale(day.db, sale);
  other = new WrongProvider();
  listCorrectly(other, [sale]);
  other.balance = balanceOn(other.settlements, TODAY);
  billing = { name: 'billing1', api: clientOf(await other.start()) };
}, 60_000);
afterEach(async () => {
  await other.stop();
  await day.end();
});

test('an account that was added after the night is read by hand, too', async () => {
  await night(day.db, day.api, TODAY);
  expect((await breaksOf(day.db)).map(({ subject }) => subject)).toContain('txn-3');
  const { id } = await askByHand(day.db, { mode: 'reconcile' });
  await workByHand(day, id, [billing]);
  expect(await breaksOf(day.db)).toEqual([]);
  const listings = `reconciliation.download where done and business_date = '${TODAY}'`;
  expect(await count(day.db, `${listings} and account = 'billing1' and pass = 1`)).toBe(3);
  expect(await count(day.db, `${listings} and account = '' and pass = 3`)).toBe(3);
  const { id: again } = await askByHand(day.db, { mode: 'reconcile' });
  await workByHand(day, again, [billing]);
  expect(await count(day.db, `${listings} and account = 'billing1' and pass = 3`)).toBe(3);
  expect(await breaksOf(day.db)).toEqual([]);
});

test('a date with an account that was removed since is not opened again: the run fails, with the reason', async () => {
  await night(day.db, [mainOf(day.api), billing], TODAY);
  const { id } = await askByHand(day.db, { mode: 'reconcile' });
  await workByHand(day, id);
  expect(await readHandRun(day.db, id)).toMatchObject({
    ...{ state: 'failed', error: expect.stringContaining('billing1 is not among PROVIDER_ACCOUNTS') as string },
  });
  expect(await count(day.db, `reconciliation.run where state <> 'done'`)).toBe(0);
});
