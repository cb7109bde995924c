import { instantAt } from '@jeongsan/calendar';
import { sellerHas, testDatabase, type TestDatabase } from '@jeongsan/testing';
import { personOf, rules } from '../../../testing/people.js';
import { recordBalance } from '../../payout-store/balance-readings.js';
import { sellerOwes } from '../../../testing/scheduler-world.js';
import { cursorOf } from '../cursor.js';
import { addSegregation } from '../statutory-rules/add-rule.js';
import { measureSegregation } from './measure-segregation.js';
import { readSegregation } from './read-segregation.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

const measure = async (date: string, available: bigint) => {
  const now = instantAt(date, '03:50:00');
  await database.db.transaction(async (tx) => {
    await recordBalance(tx, { available, pending: 100n }, now);
    await measureSegregation(tx, date, now);
  });
  const { items } = await readSegregation(database.db, {});
  return items
    .filter(({ businessDate }) => businessDate === date)
    .map(({ ruleCode, rate, base, required, covered, missing }) => [ruleCode, rate, base, required, covered, missing]);
};

test('the rate of each date, of all that is owed to sellers; what sellers owe is not set off', async () => {
  const { db } = database;
  await sellerHas(db, 'a', 100_001n);
  await sellerOwes(db, 'b', 50_000n, new Date('2026-05-01T00:00:00Z'));
  const half = ['INTERMEDIARY_HALF', 50_000, 100_001n, 50_001n, true, 0n];
  expect(await measure('2026-12-16', 60_000n)).toEqual([half]);
  expect(await measure('2026-12-17', 50_000n)).toEqual([
    ['SETTLEMENT_FUNDS', 60_000, 100_001n, 60_001n, false, 9_901n],
    half,
  ]);
  expect(await measure('2027-12-17', 90_000n)).toEqual([
    ['SETTLEMENT_FUNDS', 80_000, 100_001n, 80_001n, true, 0n],
    half,
  ]);
  // The first measurement of a date stays.
  expect(await measure('2027-12-17', 1n)).toEqual([['SETTLEMENT_FUNDS', 80_000, 100_001n, 80_001n, true, 0n], half]);
  const events = await db.query<object[]>(`select data from messaging.event where type = 'segregation.short'`);
  expect(events).toEqual([
    { data: { businessDate: '2026-12-17', rule: 'SETTLEMENT_FUNDS', required: '60001', missing: '9901' } },
  ]);
  const first = await readSegregation(db, { limit: 1 });
  const next = await readSegregation(db, { limit: 9, after: first.nextCursor ?? '' });
  expect([first.items.length, next.items.length]).toEqual([1, 4]);
});

test('a date that is over when the balance is read is not measured: the balance is that of another date', async () => {
  const { db } = database;
  await db.transaction((tx) => measureSegregation(tx, '2026-12-18', instantAt('2026-12-19', '00:30:00')));
  const { items } = await readSegregation(db, {});
  expect(items.filter(({ businessDate }) => businessDate >= '2026-12-18' && businessDate < '2027-01-01')).toEqual([]);
});

test('whether a rule is in force is that of its version of the date, not of a planned later one', async () => {
  const { db } = database;
  const rule = {
    ...{
      code: 'LATER_PLANNED',
      name: { ko: '뒤에 계획', en: 'Planned later' },
      source: 'A law of this test',
      article: '1',
    },
    ...{ rate: 100_000, reason: 'a law and a plan' },
  };
  const add = (version: { standing: 'in_force' | 'planned'; effectiveFrom: string }) =>
    db.transaction((tx) =>
      addSegregation(
        tx,
        { ...rule, ...version },
        personOf('admin', 'admin'),
        rules,
        instantAt('2026-05-01', '09:00:00'),
      ),
    );
  await add({ standing: 'in_force', effectiveFrom: '2026-01-01' });
  await add({ standing: 'planned', effectiveFrom: '2026-06-01' });
  for (const date of ['2026-05-31', '2026-06-01']) await measure(date, 0n);
  const events = await db.query<object[]>(
    `select data ->> 'businessDate' as on from messaging.event where type = 'segregation.short' and data ->> 'rule' = 'LATER_PLANNED'`,
  );
  expect(events).toEqual([{ on: '2026-05-31' }]);
  // The audit trail keeps the version before a later one, with the same facts.
  const facts = (standing: string, effectiveFrom: string) => {
    const { code, rate, source, article } = rule;
    return { rule: code, effectiveFrom, rate, terms: { standing, source, article } };
  };
  const first = facts('in_force', '2026-01-01');
  expect(
    await db.query<object[]>(`select before, after from audit.decision where subject = $1 order by number`, [
      rule.code,
    ]),
  ).toEqual([
    { before: null, after: first },
    { before: first, after: facts('planned', '2026-06-01') },
  ]);
});

test('a cursor with a date that no calendar has is refused', async () => {
  await expect(readSegregation(database.db, { after: cursorOf(['2026-02-30', 'A']) })).rejects.toMatchObject({
    code: 'CURSOR_INVALID',
  });
});
