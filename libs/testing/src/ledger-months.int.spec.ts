import { instantAt } from '@jeongsan/calendar';
import { postLedger } from '@jeongsan/database';
import { chart, template } from '@jeongsan/ledger';
import { won } from '@jeongsan/money';
import { balances, booksAreSound, emptyDatabase, sellerHas, testDatabase, type TestDatabase } from './index.js';

jest.setTimeout(60_000);

let database: TestDatabase;
beforeEach(async () => {
  database = await testDatabase();
});
afterEach(async () => {
  await booksAreSound(database.db);
  await database.drop();
});

const noted = template<{ id: string; effectiveAt: Date }>(
  'test.noted',
  (n) => n.id,
  () => [{ debit: chart.suspense(), credit: chart.unallocated(), amount: won(10n) }],
);
const note = (id: string, effectiveAt: Date) => postLedger(database.db, [noted({ id, effectiveAt })]);

/** The table that holds each posting's entries, by the posting's key. */
async function places(): Promise<Record<string, string>> {
  const rows = await database.db.query<{ key: string; place: string }[]>(
    `select distinct p.key, e.tableoid::regclass::text as place from ledger.posting p join ledger.entry e on e.posting_id = p.id`,
  );
  return Object.fromEntries(
    rows.map(({ key, place }) => [key.slice('test.noted/'.length), place.slice('ledger.'.length)]),
  );
}
const makeMonths = (date: string) =>
  database.db.query('select ledger.make_months($1, 1)', [instantAt(date, '02:00:00')]);

test('an entry stands in the month of its business time in Seoul', async () => {
  await makeMonths('2031-03-15');
  await note('last', new Date('2031-03-31T14:59:59.999Z'));
  await note('first', new Date('2031-03-31T15:00:00Z'));
  expect(await places()).toEqual({ last: 'entry_2031_03', first: 'entry_2031_04' });
});

test('a month without a table takes postings, and they move when it gets one', async () => {
  await note('early', instantAt('2019-07-31', '23:59:59'));
  await note('late', instantAt('2041-01-01', '00:00:00'));
  expect(await places()).toEqual({ early: 'entry_rest', late: 'entry_rest' });
  await makeMonths('2031-03-15');
  expect(await places()).toEqual({ early: 'entry_2019_07', late: 'entry_2041_01' });
  await note('later', instantAt('2041-01-31', '12:00:00'));
  expect(await places()).toMatchObject({ later: 'entry_2041_01' });
  expect(await balances(database.db)).toEqual({ suspense: 30n, unallocated: -30n });
});

test('months are made once, however often and by how many at once they are asked for', async () => {
  const made = await Promise.all([1, 2, 3].map(() => makeMonths('2031-03-15')));
  const months = made.flat().flatMap((row) => Object.values(row as Record<string, string[]>).flat());
  expect(months).toHaveLength(2);
  expect(await makeMonths('2031-03-15')).toEqual([{ make_months: [] }]);
});

// prettier-ignore
test.each([
  ['a lone leg',                   `insert into ledger.entry (posting_id, account_code, currency, amount, effective_at) select id, 'suspense', 'KRW', 1, effective_at from ledger.posting`, 'does not balance'],
  ['entries of no posting',        `insert into ledger.entry (posting_id, account_code, currency, amount, effective_at) select 987654321, 'suspense', 'KRW', a, effective_at from ledger.posting, (values (1), (-1)) as v(a)`, 'belongs to no posting'],
  ['a change',                     `update ledger.entry set amount = amount * 2`,   'append-only'],
  ['a deletion',                   `delete from ledger.entry`,                      'append-only'],
  ['emptying the ledger',          `truncate ledger.entry`,                         'append-only'],
  ['emptying one month',           `truncate ledger.entry_2031_03`,                 'append-only'],
  ['a change in the month itself', `update ledger.entry_2031_03 set amount = amount * 2`, 'append-only'],
])('a month that was made later refuses %s', async (_, sql, message) => {
  await makeMonths('2031-03-15');
  await note('kept', instantAt('2031-03-15', '12:00:00'));
  await expect(database.db.query(sql)).rejects.toThrow(message);
});

test('every table of entries checks its postings when they commit', async () => {
  await makeMonths('2031-03-15');
  const unchecked = await database.db.query<unknown[]>(
    `select inhrelid::regclass from pg_inherits
      where inhparent = 'ledger.entry'::regclass
        and not exists (select from pg_trigger t where t.tgrelid = inhrelid and t.tgname = 'balanced' and t.tgdeferrable and t.tginitdeferred and t.tgenabled = 'O')`,
  );
  expect(unchecked).toEqual([]);
});

test('the rows of the time before months keep their numbers', async () => {
  const old = await emptyDatabase();
  const runner = old.db.createQueryRunner();
  const at = old.db.migrations.findIndex((m) => m.name?.startsWith('LedgerMonths'));
  await runner.startTransaction();
  for (const migration of old.db.migrations.slice(0, at)) await migration.up(runner);
  await runner.commitTransaction();
  await sellerHas(old.db, 'a', 5_000n, instantAt('2026-05-31', '23:59:59'));
  await sellerHas(old.db, 'b', 7_000n, instantAt('2026-06-01', '00:00:00'));
  const rows = () =>
    old.db.query<unknown[]>(`select id, posting_id, account_code, amount, effective_at from ledger.entry order by id`);
  const before = await rows();
  await runner.startTransaction();
  for (const migration of old.db.migrations.slice(at)) await migration.up(runner);
  await runner.commitTransaction();
  await runner.release();
  expect(await rows()).toEqual(before);
  await sellerHas(old.db, 'c', 1_000n, instantAt('2026-06-01', '00:00:00'));
  const [last] = await old.db.query<{ id: bigint; months: bigint }[]>(
    `select min(id) as id, (select count(distinct tableoid) from ledger.entry) as months from ledger.entry where id > $1`,
    [before.length],
  );
  expect(last).toEqual({ id: BigInt(before.length + 1), months: 2n });
  await booksAreSound(old.db);
  await old.drop();
});
