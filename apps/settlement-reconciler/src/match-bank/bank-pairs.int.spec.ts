import { addDays, instantAt } from '@jeongsan/calendar';
import type { Input } from '@jeongsan/http-contract';
import type { importBankStatement } from '@jeongsan/platform-contract';
import { testDatabase, type TestDatabase } from '@jeongsan/testing';
import { importStatement } from '../import-statement/import-statement.js';
import { dryMatch } from '../match-records/match-records.js';
import { windowOfDays } from '../match-records/windows.js';
import { sell, SOLD_ON } from '../testing/market-day.js';
import { settings } from '../testing/night.js';
import { bookPaidPayout } from '../testing/paid-payout.js';

let database: TestDatabase;
beforeEach(async () => {
  database = await testDatabase();
  await sell(database.db, 'before', 10_000n, addDays(SOLD_ON, -1));
}, 60_000);
afterEach(() => database.drop());

type Asked = Input<typeof importBankStatement>['body'];
const NEXT = addDays(SOLD_ON, 1);
/** The statement of a day, uploaded on the morning after it. */
async function take(
  day: string,
  rows: readonly string[],
  changed: Partial<Asked> = {},
  now = instantAt(addDays(day, 1), '09:00:00'),
): Promise<void> {
  const content = Buffer.from(['date,memo,deposit,withdrawal,reference', ...rows].join('\n')).toString('base64');
  const bank = { bankAccount: 'kb-main', account: '', format: 'csv', covers: 'both', from: day, to: day } as const;
  await database.db.transaction((tx) => importStatement(tx, { ...bank, content, ...changed }, 'person:kim', now));
}
const withdrawal = (day: string, won: number, reference = 'ref-a') => `${day},out,,${won},${reference}`;

/** Money that the provider settled for a day. */
const paidOut = (day: string, won: number): Promise<unknown> =>
  database.db.transaction(async (tx) => {
    // The settlement row alone: no listing that it came with.
    await tx.query('set local session_replication_role = replica');
    await tx.query(
      `insert into reconciliation.settlement (transaction_key, payment_key, order_id, method, currency, amount, fee, fees, supply_amount, vat,
         pay_out_amount, occurred_on, sold_date, paid_out_date, pending_from, download_id)
       values ($1, $1, $1, '카드', 'KRW', $2, 0, 0, 0, 0, $2, $3, $3, $3, $3, 1)`,
      [`settled-${day}`, won, day],
    );
  });

/** The days that are waited before a missing movement of the bank is a break. */
const days = (kind: string, count: number): Promise<unknown> =>
  database.db.query(
    `insert into reconciliation.rule (id, class, days, effective_from, state, reason, proposed_by, proposed_at, decided_by, decided_at)
     values (gen_random_uuid(), $1, $2, '2026-01-01', 'active', 'bank', 'person:kim', '2026-01-01', 'person:lee', '2026-01-01')`,
    [kind, count],
  );

/** What the night of a date finds at the bank, when the listings of the day before were read. */
async function foundOn(night: string): Promise<string[]> {
  const found: string[] = [];
  const now = instantAt(night, '03:00:00');
  const day = addDays(night, -1);
  await database.db.transaction(async (tx) => {
    for await (const page of dryMatch(tx, await windowOfDays(tx, day, day), now, settings))
      for (const one of page) if (/WITHDRAWAL|DEPOSIT/.test(one.class)) found.push(`${one.class} ${one.amount}`);
  });
  return found;
}

test('a payout whose withdrawal is on the next day stays matched when its own day is long past', async () => {
  await bookPaidPayout(database.db, 'ref-a', 3_000n);
  await take(SOLD_ON, []);
  await take(NEXT, [withdrawal(NEXT, 3_000)]);
  for (let days = 2; days <= 12; days += 1) expect(await foundOn(addDays(SOLD_ON, days))).toEqual([]);
});

test('one payout withdrawn twice differs by the second withdrawal, whatever the day', async () => {
  await bookPaidPayout(database.db, 'ref-a', 3_000n);
  await take(SOLD_ON, [withdrawal(SOLD_ON, 3_000)]);
  expect(await foundOn(addDays(SOLD_ON, 1))).toEqual([]);
  await take(NEXT, [withdrawal(NEXT, 3_000)]);
  expect(await foundOn(addDays(SOLD_ON, 2))).toEqual(['WITHDRAWAL_AMOUNT 3000']);
});

test('a payout is missing once, however many bank accounts do not show it, and not where another one does', async () => {
  await bookPaidPayout(database.db, 'ref-a', 3_000n);
  await bookPaidPayout(database.db, 'ref-b', 4_000n);
  await take(SOLD_ON, [], { bankAccount: 'first' });
  await take(SOLD_ON, [withdrawal(SOLD_ON, 4_000, '')], { bankAccount: 'second' });
  expect(await foundOn(addDays(SOLD_ON, 1))).toEqual(['MISSING_WITHDRAWAL -3000']);
});

test('what was not due when its statement came is judged with the next statement', async () => {
  await days('MISSING_WITHDRAWAL', 1);
  await bookPaidPayout(database.db, 'ref-a', 3_000n);
  await take(SOLD_ON, []);
  expect(await foundOn(addDays(SOLD_ON, 1))).toEqual([]);
  const week = addDays(SOLD_ON, 8);
  await take(week, [], { from: NEXT, to: week });
  expect(await foundOn(addDays(week, 1))).toEqual(['MISSING_WITHDRAWAL -3000']);
});

test('one late deposit is that of one day: another day that waits for the same amount is missing', async () => {
  await days('MISSING_DEPOSIT', 3);
  for (const day of [SOLD_ON, NEXT]) await paidOut(day, 5_000);
  const last = addDays(SOLD_ON, 4);
  const late = addDays(SOLD_ON, 2);
  await take(last, [`${late},in,5000,,`], { from: SOLD_ON, to: last });
  expect(await foundOn(addDays(last, 1))).toEqual(['MISSING_DEPOSIT -5000']);
});

test('late deposits are matched in the order of their days, so that each day that can have one has one', async () => {
  await days('MISSING_DEPOSIT', 2);
  for (const day of [0, 1, 3]) await paidOut(addDays(SOLD_ON, day), 5_000);
  const last = addDays(SOLD_ON, 6);
  const deposits = [2, 4].map((day) => `${addDays(SOLD_ON, day)},in,5000,,`);
  await take(last, deposits, { from: SOLD_ON, to: last });
  expect(await foundOn(addDays(last, 1))).toEqual(['MISSING_DEPOSIT -5000']);
});

test('a statement of deposits says nothing about withdrawals, and one of today nothing of the whole day', async () => {
  await days('MISSING_WITHDRAWAL', 1);
  await bookPaidPayout(database.db, 'ref-a', 3_000n);
  await take(SOLD_ON, []);
  await take(NEXT, [], { covers: 'deposits' });
  expect(await foundOn(addDays(NEXT, 1))).toEqual([]);
  const taken = instantAt(NEXT, '02:00:00');
  await take(NEXT, [`${NEXT},fee,,100,`], { covers: 'withdrawals' }, taken);
  expect(await foundOn(NEXT)).toEqual([]);
  expect(await foundOn(addDays(NEXT, 1))).toEqual(['MISSING_WITHDRAWAL -3000']);
});

test('days without a movement are taken one by one, although their files are alike', async () => {
  const nobody = (day: string) => take(day, []);
  for (const day of [SOLD_ON, NEXT, NEXT]) await nobody(day);
  const taken = await database.db.query<object[]>(
    'select from_day::text as day, to_day::text as until from reconciliation.bank_statement order by 1',
  );
  expect(taken).toEqual([SOLD_ON, NEXT].map((day) => ({ day, until: day })));
});

test('a bank account is of one account at the provider', async () => {
  await take(SOLD_ON, []);
  await expect(take(NEXT, [], { account: 'second' })).rejects.toMatchObject({ code: 'BANK_STATEMENT_ACCOUNT' });
  await expect(take(NEXT, [], { to: addDays(NEXT, 5) })).rejects.toMatchObject({ code: 'BANK_STATEMENT_PERIOD' });
  await expect(take(NEXT, [`${NEXT},a\0b,5,,`])).rejects.toMatchObject({ code: 'BANK_STATEMENT_ROWS' });
});
