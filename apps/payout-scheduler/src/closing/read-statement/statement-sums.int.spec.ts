import { booksAreSound, testDatabase, type TestDatabase } from '@jeongsan/testing';
import { insertRun } from '../../payouts/runs/draft-run/open-run.js';
import { draft, sale, seller } from '../../testing/statement-world.js';

let database: TestDatabase;
beforeEach(async () => {
  database = await testDatabase();
  await seller(database.db, 'a');
  await sale(database.db, [{ sellerId: 'a', amount: 10_000n }], {
    approvedAt: new Date('2026-05-01T01:00:00Z'),
    maturesOn: '2026-05-08',
  });
  await draft(database.db, '2026-05-08');
  // The refused rows belong to an unsealed run, so that not the seal but the sums are the reason of the refusal.
  await insertRun(database.db, '2026-05-09', 'system:payout-scheduler', new Date('2026-05-09T04:00:00+09:00'));
});
afterEach(async () => {
  await booksAreSound(database.db);
  await database.drop();
});

const CLOSED = 'JS005';
const SUMS = 'JS006';
const ofStatement = `from payouts.statement where seller_id = 'a'`;
const openRun = `(select id from payouts.run where business_date = '2026-05-09')`;
const newStatement = (movements: number, payout: number) => `
  insert into payouts.statement (id, run_id, seller_id, business_date, opening, movements, payout_amount, carried, created_at)
  select 'aaaaaaaa-0000-4000-8000-000000000000', ${openRun}, 'z', '2026-05-09', 0, ${movements}, ${payout}, ${movements - payout}, now()`;
const newLine = (amount: number) =>
  `insert into payouts.statement_line (entry_id, statement_id, posting_key, amount) values (-1, 'aaaaaaaa-0000-4000-8000-000000000000', 'k', ${amount})`;
const newPayout = (amount: number) => `
  insert into payouts.payout (id, ref_payout_id, run_id, statement_id, seller_id, provider_seller_id, account_fingerprint, amount, currency, state, created_at)
  select gen_random_uuid(), gen_random_uuid()::text, ${openRun}, 'aaaaaaaa-0000-4000-8000-000000000000', 'z', 'z', '', ${amount}, 'KRW', 'reserved', now() ${ofStatement}`;

// prettier-ignore
test.each([
  ['a line added later',             CLOSED, [`insert into payouts.statement_line select -1, id, 'k', 5 ${ofStatement}`]],
  ['two lines that cancel out',      CLOSED, [`insert into payouts.statement_line select n, id, 'k', case n when -1 then 5 else -5 end ${ofStatement.replace('where', 'cross join (values (-1), (-2)) as v(n) where')}`]],
  ['a line changed',                 CLOSED, ['update payouts.statement_line set amount = amount + 1']],
  ['a line removed',                 CLOSED, ['delete from payouts.statement_line']],
  ['all lines removed at once',      CLOSED, ['truncate payouts.statement_line']],
  ['a payout added later',           CLOSED, [newPayout(1).replace(`'aaaaaaaa-0000-4000-8000-000000000000'`, 'id')]],
  ['a payout changed',               CLOSED, ['update payouts.payout set amount = amount - 1']],
  ['a payout moved to another one',  CLOSED, [`update payouts.payout set statement_id = gen_random_uuid()`]],
  ['a payout removed',               CLOSED, ['delete from payouts.payout']],
  ['a statement changed',            CLOSED, ['update payouts.statement set payout_amount = payout_amount - 1, carried = carried + 1']],
  ['a statement made young again',   CLOSED, ['update payouts.statement set txid = pg_current_xact_id()']],
  ['a statement without its lines',  SUMS,   [newStatement(100, 0)]],
  ['lines one won short',            SUMS,   [newStatement(100, 0), newLine(99)]],
  ['a payout that is missing',       SUMS,   [newStatement(100, 100), newLine(100)]],
  ['a payout one won too much',      SUMS,   [newStatement(100, 100), newLine(100), newPayout(101)]],
])('Postgres refuses %s', async (_, code, statements) => {
  const breaking = database.db.transaction(async (tx) => {
    for (const statement of statements) await tx.query(statement);
  });
  await expect(breaking).rejects.toMatchObject({ code });
});

test('a statement that adds up is taken, in whatever order its parts come and even if it is still changed meanwhile', async () => {
  await database.db.transaction(async (tx) => {
    await tx.query(newStatement(50, 50));
    for (const part of [newLine(100), newPayout(60), newPayout(40)]) await tx.query(part);
    await tx.query(`update payouts.statement set movements = 100, payout_amount = 100 where seller_id = 'z'`);
  });
  await database.db.query(`update payouts.payout set state = 'paid', finished_at = now() where seller_id = 'z'`);
  const [row] = await database.db.query<object[]>(`select payout_amount from payouts.statement where seller_id = 'z'`);
  expect(row).toEqual({ payout_amount: 100n });
});
