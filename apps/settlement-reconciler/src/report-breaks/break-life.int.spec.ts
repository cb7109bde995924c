import { transaction } from '@jeongsan/database';
import { testDatabase, type TestDatabase } from '@jeongsan/testing';
import type { DataSource } from 'typeorm';
import { listBreaks } from '../read-reconciliation/list-breaks.js';
import { readBreak } from '../read-reconciliation/read-break.js';
import { changeBreak, lockBreak } from '../resolve-break/change-break.js';
import { differenceOf, findAgain, FOUND_AT as NOW } from '../testing/found-break.js';
import { announceBreaks, announceOverdue } from './announce-breaks.js';
import { syncBreakList } from './report-breaks.js';

const LATER = new Date('2026-11-20T03:00:00+09:00');
let database: TestDatabase;
let db: DataSource;
beforeAll(async () => {
  database = await testDatabase();
  db = database.db;
}, 60_000);
afterAll(() => database.drop());

const read = (id: string) => readBreak(db, id, NOW);
const words = {
  by: 'person:kim',
  credential: 'issuer#1',
  reason: 'returned by wire',
  note: 'transfer 4711',
  now: NOW,
} as const;
const explain = (id: string) =>
  transaction(db, async (tx) => changeBreak(tx, await lockBreak(tx, id), { action: 'explain' }, words));
const eventsOf = (id: string) =>
  db.query<{ type: string }[]>('select type from messaging.event where entity_id = $1 order by sequence', [id]);

test('an explained break stays explained while a run finds the same facts', async () => {
  const difference = differenceOf('FOREIGN_CURRENCY');
  const id = await findAgain(db, difference);
  await explain(id);
  const explained = await read(id);
  const { by: changedBy, reason, note, now: resolvedAt } = words;
  expect(explained).toMatchObject({
    ...{ state: 'EXPLAINED', reason, note, changedBy, resolvedAt, version: 2, evidence: difference.evidence },
    history: [
      { version: 2, action: 'explain', from: 'OPEN', to: 'EXPLAINED', actor: changedBy, reason, note, at: NOW },
    ],
  });
  await findAgain(db, difference, '2026-11-20', LATER);
  expect(await read(id)).toEqual(explained);
});

test('other facts open an explained break again, with both facts in its history, and announce it again', async () => {
  const difference = differenceOf('FOREIGN_CURRENCY');
  const id = await findAgain(db, difference);
  await announceBreaks(db, NOW);
  await explain(id);
  await findAgain(db, { ...difference, found: '10700 KRW', amount: 700n }, '2026-11-20', LATER);
  await announceBreaks(db, LATER);
  expect(await read(id)).toMatchObject({
    ...{
      state: 'REOPENED',
      found: '10700 KRW',
      amount: 700n,
      businessDate: '2026-11-20',
      resolvedAt: null,
      openedAt: LATER,
    },
    history: [
      { action: 'explain' },
      {
        ...{ action: 'differ', from: 'EXPLAINED', to: 'REOPENED', actor: 'system:reconciler', at: LATER },
        before: { found: '10500 KRW', amount: '500' },
        after: { found: '10700 KRW', amount: '700' },
      },
    ],
  });
  expect(await eventsOf(id)).toEqual([{ type: 'settlement.break-opened' }, { type: 'settlement.break-reopened' }]);
});

test('a break whose difference is gone closes by itself, and opens again when the difference is back', async () => {
  const difference = differenceOf('SETTLEMENT_FEE');
  const id = await findAgain(db, difference);
  await syncBreakList(db, ['SETTLEMENT_FEE'], { businessDate: '2026-11-20', now: LATER }, []);
  expect(await read(id)).toMatchObject({ state: 'CLOSED', resolvedAt: LATER, changedBy: 'system:reconciler' });
  await findAgain(db, difference, '2026-11-21', LATER);
  expect(await read(id)).toMatchObject({ state: 'REOPENED', history: [{ to: 'CLOSED' }, { from: 'CLOSED' }] });
});

test('a run of an older date closes no break of a later one', async () => {
  const id = await findAgain(db, differenceOf('MISSING_PAYOUT'), '2026-11-20');
  const run = (businessDate: string) => syncBreakList(db, ['MISSING_PAYOUT'], { businessDate, now: LATER }, []);
  await run('2026-11-05');
  expect(await read(id)).toMatchObject({ state: 'OPEN' });
  await run('2026-11-20');
  expect(await read(id)).toMatchObject({ state: 'CLOSED' });
});

test('an open break takes other facts, keeps its age, and is as severe as its amount is now', async () => {
  const difference = differenceOf('SETTLEMENT_AMOUNT');
  const id = await findAgain(db, difference);
  expect(await read(id)).toMatchObject({ severity: 'LOW' });
  await findAgain(db, { ...difference, amount: 200_000n }, '2026-11-20', LATER);
  const dueAt = new Date(NOW.getTime() + 24 * 3_600_000);
  const kept = { state: 'OPEN', openedAt: NOW, businessDate: '2026-11-19' };
  expect(await read(id)).toMatchObject({ ...kept, amount: 200_000n, severity: 'CRITICAL', dueAt });
  await announceBreaks(db, LATER);
  expect(await eventsOf(id)).toEqual([{ type: 'settlement.break-opened' }]);
});

test('an open break that is not settled by its due date is announced once', async () => {
  const id = await findAgain(db, differenceOf('SETTLEMENT_VAT', { amount: 50_000n }));
  const due = new Date(NOW.getTime() + 72 * 3_600_000);
  const eventOf = async () => (await eventsOf(id)).filter(({ type }) => type === 'settlement.break-overdue').length;
  await transaction(db, (tx) => announceOverdue(tx, due));
  expect(await eventOf()).toBe(0);
  for (let hour = 1; hour <= 2; hour += 1)
    await transaction(db, (tx) => announceOverdue(tx, new Date(due.getTime() + hour * 3_600_000)));
  expect(await eventOf()).toBe(1);
});

test('the table itself refuses a change without history, and a history that is rewritten', async () => {
  const id = await findAgain(db, differenceOf('LEDGER'));
  const set = (text: string) => db.query(`update reconciliation.break set ${text} where id = $1`, [id]);
  await expect(set(`found = '1 USD'`)).rejects.toThrow('without a new version');
  await expect(set(`found = '1 USD', version = version + 2`)).rejects.toThrow('without a new version');
  await explain(id).catch(() => undefined);
  await expect(db.query(`update reconciliation.break_event set reason = 'x'`)).rejects.toThrow('never rewritten');
  await expect(db.query(`delete from reconciliation.break_event`)).rejects.toThrow('never rewritten');
  await expect(db.query(`delete from reconciliation.break`)).rejects.toThrow('never rewritten');
});

// prettier-ignore
test.each<[bigint | null, string, number, string, number]>([
  [100_000n, 'KRW',   0, 'CRITICAL',  24],
  [-99_999n, 'KRW',   0, 'HIGH',      72],
  [ 10_000n, 'KRW',   0, 'HIGH',      72],
  [  9_999n, 'KRW',   0, 'MEDIUM',   120],
  [    999n, 'KRW',   0, 'LOW',      144], // at 24 hours it is MEDIUM, and due 120 hours later
  [    999n, 'KRW',  24, 'MEDIUM',   144],
  [    999n, 'KRW',  72, 'HIGH',     144],
  [    999n, 'KRW', 120, 'CRITICAL', 144],
  [    null, 'KRW',   0, 'CRITICAL',  24],
  [900_000n, 'USD',   0, 'LOW',      144],
])('%s %s after %i hours is %s, due after %i', async (amount, currency, hours, severity, due) => {
  const seller = `seller-${String(amount)}-${currency}-${hours}`;
  await findAgain(db, differenceOf('SETTLEMENT_AMOUNT', { amount, currency, sellerId: seller }));
  const later = (h: number) => new Date(NOW.getTime() + h * 3_600_000);
  const { items } = await listBreaks(db, { seller }, later(hours));
  expect(items).toMatchObject([{ severity, dueAt: later(due), ageHours: hours }]);
});
