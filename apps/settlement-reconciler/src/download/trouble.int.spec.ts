import { NIGHT } from '../testing/market-day.js';
import { breaksOf, count, night } from '../testing/night.js';
import { type TroubledDay, troubledDay } from '../testing/troubled-day.js';

// The provider's other troubles take a night or two each, and are in the long specs.
jest.setTimeout(30_000);
let day: TroubledDay;
beforeEach(async () => {
  day = await troubledDay();
}, 60_000);
afterEach(() => day.end());

test('a row that cannot be read is named with its page and its problem, and costs no other row and no second request', async () => {
  day.provider.transactions[4] = { ...day.provider.transactions[4], currency: 7 } as never;
  await night(day.db, day.api, NIGHT, { pageTries: 3 });
  const asked = day.provider.requests.filter((request) => request.startsWith('/v1/transactions'));
  // Three pages of seven rows, and the empty one.
  expect(asked).toHaveLength(4);
  const found = await day.db.query<unknown[]>(
    `select d.source, u.page, u.position, u.transaction_key, u.problem from reconciliation.unreadable_row u
       join reconciliation.download d on d.id = u.download_id`,
  );
  const problem = expect.stringContaining('currency: ') as string;
  expect(found).toEqual([{ source: 'transactions', page: 2, position: 2, transaction_key: 'txn-sale5', problem }]);
  expect(await count(day.db, 'reconciliation.transaction')).toBe(6);
  expect((await breaksOf(day.db)).map((b) => `${b.class} ${b.subject}`)).toContain('MISSING_TRANSACTION txn-sale5');
});

test('a page that ends with a row without a key cannot be continued: the listing is incomplete', async () => {
  day.provider.transactions[2] = { ...day.provider.transactions[2], transactionKey: 7 } as never;
  await expect(night(day.db, day.api, NIGHT)).rejects.toMatchObject({ code: 'INCOMPLETE_LISTING', fault: 'NO_CURSOR' });
});
