import { randomUUID } from 'node:crypto';
import { recordDecision } from '@jeongsan/audit';
import { sealLedger, sealMonth } from '@jeongsan/books';
import { connectDatabase, postLedger, transaction } from '@jeongsan/database';
import { paymentApproved } from '@jeongsan/ledger';
import type { ApprovalRules, Caller } from '@jeongsan/nest-kit';
import { NO_AMOUNTS } from '@jeongsan/settlement';
import {
  booksAreSound,
  eventually,
  ownRehearsal,
  sellerHas,
  testAuthor,
  testDatabase,
  type TestDatabase,
} from '@jeongsan/testing';
import type { DataSource } from 'typeorm';
import { provenMonth } from '../testing/proven-month.js';
import { approveMonth, askToClose, askToReopen, rejectMonth } from './close-month/ask-month.js';
import { finishClosing } from './close-month/finish-closing.js';
import { readMonthDetail, readMonths } from './read-months/read-months.js';
import { readMonthRequests } from './month-record.js';

const MAY = new Date('2026-05-10T12:00:00+09:00');
const NOW = new Date('2026-06-03T10:00:00+09:00');
const rules: ApprovalRules = { limits: null, reauthThreshold: 0n, reauthSeconds: 900 };
const person = (name: string, signedInSecondsAgo = 10): Caller => ({
  actor: `person:${name}`,
  credential: 'test',
  roles: ['admin'],
  signedInSecondsAgo,
});
const [kim, lee] = [person('kim'), person('lee')];
const robot: Caller = { actor: 'key:robot', credential: 'robot', roles: ['admin'] };

const rehearsal = ownRehearsal();
let database: TestDatabase;
let db: DataSource;
/** With the rights of the service alone. */
let service: DataSource;
beforeEach(async () => {
  database = await testDatabase();
  db = database.db;
  const url = database.urlOf('settlement-reconciler');
  service = await connectDatabase({ url, poolSize: 3, applicationName: 'months' });
  await sellerHas(db, 'acme', 10_000n, MAY);
}, 60_000);
afterEach(async () => {
  await service.destroy();
  await booksAreSound(db);
  await database.drop();
});

const close = (more: { month?: string; override?: boolean; id?: string } = {}, caller = kim, now = NOW) => {
  const asked = { id: randomUUID(), month: '2026-05', reason: 'month end', override: false, ...more };
  return transaction(service, (tx) => askToClose(tx, asked, caller, rules, now), 'close-month');
};
const reopen = (month = '2026-05', caller = kim, now = NOW) =>
  transaction(service, (tx) => askToReopen(tx, { id: randomUUID(), month, reason: 'a late invoice' }, caller, now));
const approve = (id: string, caller = lee, now = NOW) =>
  transaction(service, (tx) => approveMonth(tx, id, caller, rules, now), 'close-month');
const finish = (month = '2026-05') => finishClosing(service, month, () => NOW);
const foundBreak = (subject: string, amount: bigint | null, at = MAY) =>
  db.query(
    `insert into reconciliation.break
       (class, subject, business_date, opened_at, changed_at, amount, medium_at, high_at, critical_at, due_at)
     select 'AMOUNT', $1, '2026-05-21', $3, $3, $2, t.* from reconciliation.severity_times($2, 'KRW', $3) t`,
    [subject, amount, at],
  );
const stateOf = async (month = '2026-05') => (await readMonthDetail(service, month, NOW)).state;
const bookedOf = (sellerId: string) =>
  db.query<{ effective_at: Date; corrects: Date | null }[]>(
    `select distinct p.effective_at, p.corrects from ledger.posting p join ledger.entry e on e.posting_id = p.id
      where e.account_code like 'seller:' || $1 || ':%' and e.effective_at = p.effective_at`,
    [sellerId],
  );

test('a month from whose list nothing is missing is closed by one person; later facts correct it in the next month', async () => {
  await provenMonth(db, '2026-05');
  expect(await close()).toMatchObject({ state: 'approved', missing: [], decidedBy: 'person:kim' });
  expect(await stateOf()).toBe('CLOSING');
  await sellerHas(db, 'late', 700n, MAY);
  await sellerHas(db, 'usual', 800n, NOW);
  await finish();
  const { state, figures, closedAt } = await readMonthDetail(service, '2026-05', NOW);
  expect({ state, closedAt, ...figures }).toMatchObject({ state: 'CLOSED', closedAt: NOW, postings: 2, entries: 4 });
  expect(await bookedOf('late')).toEqual([{ effective_at: new Date('2026-06-01T00:00:00+09:00'), corrects: MAY }]);
  expect(await bookedOf('usual')).toEqual([{ effective_at: NOW, corrects: null }]);
  expect(await bookedOf('acme')).toEqual([{ effective_at: MAY, corrects: null }]);
});

test('a refusal names what is missing; an override takes a reason and a second person', async () => {
  await provenMonth(db, '2026-05', ['2026-05-20']);
  await db.query(`update reconciliation.run set state = 'posting' where business_date = '2026-06-01'`);
  // Its amount is not known, so it counts as the largest; a break of one won is LOW on its first day.
  await foundBreak('txn-9', null);
  await foundBreak('txn-10', 1n, NOW);
  await db.query(
    `insert into payouts.tax_invoice (id, seller_id, month, kind, commission, fees, supply, vat, total, state, issue_by, drafted_at)
     values (gen_random_uuid(), 'acme', '2026-05-01', 'TAX_INVOICE', 1, 0, 1, 0, 1, 'drafted', '2026-06-10', $1)`,
    [NOW],
  );
  const missing = ['NIGHTS_PROVEN', 'BREAKS_SETTLED', 'TAX_INVOICES_ISSUED'];
  await expect(close()).rejects.toMatchObject({
    code: 'MONTH_NOT_READY',
    status: 409,
    extensions: {
      missing: [
        { check: 'NIGHTS_PROVEN', missing: ['2026-05-20', '2026-06-01'], count: 2 },
        { check: 'BREAKS_SETTLED', missing: ['AMOUNT txn-9'], count: 1 },
        { check: 'TAX_INVOICES_ISSUED', count: 1 },
      ],
    },
  });
  const { id, ...proposed } = await close({ override: true });
  expect(proposed).toMatchObject({ state: 'proposed', missing, counts: [2, 1, 1] });
  expect(await stateOf()).toBe('OPEN');
  await expect(close({ override: true })).rejects.toMatchObject({ code: 'MONTH_REQUEST_OPEN' });
  await expect(approve(id, kim)).rejects.toMatchObject({ code: 'MONTH_SECOND_PERSON_REQUIRED' });
  await expect(approve(id, robot)).rejects.toMatchObject({ code: 'MONTH_SECOND_PERSON_REQUIRED' });
  await expect(approve(id, person('lee', 10_000))).rejects.toMatchObject({ code: 'REAUTHENTICATION_REQUIRED' });
  await expect(close({ override: true }, robot)).rejects.toMatchObject({ code: 'MONTH_SECOND_PERSON_REQUIRED' });

  await db.query(`update reconciliation.run set state = 'done'`);
  await db.query(`insert into messaging.schedule values ('payout-run.draft', '2026-05-30T04:00:00+09:00')`);
  await expect(approve(id)).rejects.toMatchObject({ code: 'MONTH_NOT_READY' });
  await db.query('delete from messaging.schedule');
  // Two nights were missing, and one is now. One break was open, and two are now.
  await foundBreak('txn-11', null);
  await expect(approve(id)).rejects.toMatchObject({
    ...{ code: 'MONTH_NOT_READY', extensions: { missing: [{ count: 1 }, { count: 2 }, { count: 1 }] } },
  });
  await db.query(
    `update reconciliation.break set medium_at = t.at, high_at = t.at, critical_at = t.at from (select timestamptz '2100-01-01' as at) t
      where subject = 'txn-11'`,
  );
  const [first, again] = [await approve(id), await approve(id)];
  expect(again).toEqual(first);
  expect([await stateOf(), first.decidedBy]).toEqual(['CLOSING', 'person:lee']);
  const decided = await db.query<unknown[]>(
    `select kind, subject, actor, credential, reason, after ->> 'state' as state from audit.decision order by number`,
  );
  const common = { subject: '2026-05', credential: 'test', reason: 'month end' };
  expect(decided).toEqual([
    { ...common, kind: 'month.proposed', actor: 'person:kim', state: 'proposed' },
    { ...common, kind: 'month.decided', actor: 'person:lee', state: 'approved' },
  ]);
});

test('charges take a draft of invoices that has seen them all; a draft without an invoice shows that none is due', async () => {
  await provenMonth(db, '2026-05');
  const charge = () => {
    const line = { ...NO_AMOUNTS, sellerId: 'person', paid: 1_000n, commission: 100n, commissionVat: 10n };
    return postLedger(db, [paymentApproved({ paymentId: randomUUID(), effectiveAt: MAY, lines: [line] })]);
  };
  const drafted = (facts: Readonly<Record<string, number>>) => {
    const decided = { subject: '2026-05', ...testAuthor('person:kim'), reason: null, before: null };
    const after = { drafted: 0, updated: 0, differing: 0, ...facts };
    return recordDecision(db, { kind: 'tax-invoice.drafted', ...decided, after }, NOW);
  };
  const missing = async () =>
    (await readMonthDetail(service, '2026-05', NOW)).checklist.find(({ check }) => check === 'TAX_INVOICES_ISSUED')
      ?.missing;
  expect(await missing()).toEqual([]);
  await charge();
  expect(await missing()).toEqual(['no draft']);
  await drafted({ entries: 2 });
  expect(await missing()).toEqual([]);
  await charge();
  expect(await missing()).toEqual(['charges since the last draft']);
  await drafted({ entries: 4, differing: 3 });
  expect(await missing()).toEqual(['3 issued and different by now']);
  await drafted({ entries: 4 });
  expect(await close()).toMatchObject({ state: 'approved' });
});

test('earnings of a seller who supplies to the platform take a draft of invoices, also without any charge', async () => {
  await provenMonth(db, '2026-05');
  const invoices = async () =>
    (await readMonthDetail(service, '2026-05', NOW)).checklist.find(({ check }) => check === 'TAX_INVOICES_ISSUED');
  const supplies = (sellerId: string, from: string) =>
    db.query(
      `insert into payouts.seller_terms (seller_id, effective_from, created_at, document) values ($1, $2, $3, '{"settledAs": "TOTAL"}')`,
      [sellerId, from, NOW],
    );
  await supplies('nobody', '2026-05-01');
  await supplies('supplier', '2026-06-01');
  const line = { ...NO_AMOUNTS, sellerId: 'supplier', paid: 1_000n, net: 1_000n };
  await postLedger(db, [paymentApproved({ paymentId: randomUUID(), effectiveAt: MAY, lines: [line] })]);
  expect(await invoices()).toMatchObject({ passed: true });
  await supplies('supplier', '2026-05-31');
  expect(await invoices()).toMatchObject({ passed: false, missing: ['no draft'] });
});

test('a month that is not over, or follows an open one, is not closed, with or without an override', async () => {
  await sellerHas(db, 'early', 100n, new Date('2026-04-30T23:59:59+09:00'));
  await provenMonth(db, '2026-05');
  await expect(close({ override: true })).rejects.toMatchObject({
    code: 'MONTH_NOT_READY',
    extensions: { missing: [{ check: 'EARLIER_MONTHS_CLOSED' }] },
  });
  const last = new Date('2026-05-31T23:59:59+09:00');
  await expect(close({ override: true }, kim, last)).rejects.toMatchObject({ code: 'MONTH_NOT_READY' });
  await expect(close({ month: '2026-07', override: true })).rejects.toMatchObject({ code: 'MONTH_NOT_FOUND' });
});

test('a month before the books is closed by them, and closing it does not move them back', async () => {
  const JULY = new Date('2026-07-03T10:00:00+09:00');
  await provenMonth(db, '2026-05');
  const march = { month: '2026-03', override: true };
  const { id: rejected } = await close(march);
  expect(await stateOf('2026-03')).toBe('OPEN');
  await transaction(service, (tx) => rejectMonth(tx, rejected, lee, NOW));
  const { id: waiting } = await close(march);
  await close();
  await finish();
  expect(await stateOf('2026-03')).toBe('CLOSED');
  await expect(approve(waiting)).rejects.toMatchObject({ code: 'MONTH_STATE' });
  await expect(close(march)).rejects.toMatchObject({ code: 'MONTH_STATE' });
  const openFrom = (month: string) =>
    db.query(`select ledger.open_books_from(ledger.month_start($1))`, [`${month}-01`]);
  await expect(openFrom('2026-04')).rejects.toThrow('they go back by one month');
  await expect(openFrom('2026-05')).rejects.toThrow('the month 2026-05 is closed');
  await openFrom('2026-06');
  await sellerHas(db, 'late', 700n, MAY);
  expect(await bookedOf('late')).toMatchObject([{ corrects: MAY }]);
  await eventually(async () => {
    await sealLedger(db);
    await sealMonth(db, '2026-03', JULY);
  });
});

test('a month without postings is closed with the next one that is closed, with figures, and reopened in its turn', async () => {
  const AUGUST = new Date('2026-08-03T10:00:00+09:00');
  for (const month of ['2026-05', '2026-07']) await provenMonth(db, month);
  await close();
  await finish();
  await sellerHas(db, 'acme', 500n, new Date('2026-07-10T12:00:00+09:00'));
  await close({ month: '2026-07' }, kim, AUGUST);
  await finishClosing(service, '2026-07', () => AUGUST);
  const { items } = await readMonths(service, {}, AUGUST);
  const [, july, june, may] = items;
  expect(items.map(({ month, state }) => `${month} ${state}`)).toEqual([
    ...['2026-08 OPEN', '2026-07 CLOSED', '2026-06 CLOSED', '2026-05 CLOSED'],
  ]);
  expect(june).toMatchObject({ closedAt: AUGUST, figures: { postings: 0, entries: 0 } });
  expect(june?.figures?.balancesHash).toBe(may?.figures?.balancesHash);
  expect(june?.figures?.balancesHash).not.toBe(july?.figures?.balancesHash);
  expect(await readMonthDetail(service, '2026-06', AUGUST)).toMatchObject({ ...june });

  await expect(reopen('2026-06')).rejects.toMatchObject({ code: 'MONTH_NOT_LAST' });
  for (const month of ['2026-07', '2026-06']) await approve((await reopen(month, kim, AUGUST)).id, lee, AUGUST);
  expect(await stateOf('2026-06')).toBe('REOPENED');
  await close({ month: '2026-07' }, kim, AUGUST);
  await finishClosing(service, '2026-07', () => AUGUST);
  expect(await stateOf('2026-06')).toBe('CLOSED');
});

test('a request of an earlier release, which says no counts, is proposed again', async () => {
  const { id: before } = await close({ override: true });
  await transaction(service, (tx) => rejectMonth(tx, before, lee, NOW));
  const id = randomUUID();
  await db.query(
    `insert into reconciliation.month_request (id, month, kind, reason, missing, state, proposed_by, proposed_at)
     select $1, month, kind, reason, missing, 'proposed', proposed_by, proposed_at from reconciliation.month_request where id = $2`,
    [id, before],
  );
  await expect(approve(id)).rejects.toMatchObject({ code: 'MONTH_NOT_READY' });
});

test('a month is not closed while the one before it is being reopened', async () => {
  const JULY = new Date('2026-07-03T10:00:00+09:00');
  for (const month of ['2026-05', '2026-06']) await provenMonth(db, month);
  await close();
  await finish();
  const { id } = await reopen();
  let commit = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    commit = resolve;
  });
  const reopening = transaction(service, async (tx) => {
    await approveMonth(tx, id, lee, rules, NOW);
    await held;
  });
  const isWaiting = async (what: string) => {
    const [found] = await db.query<{ is: boolean }[]>(
      `select exists (select from pg_stat_activity where datname = current_database() and application_name = 'months'
                         and ${what}) as is`,
    );
    expect(found?.is).toBe(true);
  };
  await eventually(() => isWaiting(`state = 'idle in transaction'`));
  const closing = close({ month: '2026-06' }, kim, JULY).catch((error: unknown) => error);
  await eventually(() => isWaiting(`wait_event_type = 'Lock'`));
  commit();
  await reopening;
  expect(await closing).toMatchObject({
    code: 'MONTH_NOT_READY',
    extensions: { missing: [{ check: 'EARLIER_MONTHS_CLOSED' }] },
  });
  expect(await stateOf()).toBe('REOPENED');
});

test('only the month that was closed last is reopened, by two people; its corrections stay where they are', async () => {
  await provenMonth(db, '2026-05');
  await close();
  await finish();
  await sellerHas(db, 'late', 700n, MAY);
  await expect(reopen('2026-04')).rejects.toMatchObject({ code: 'MONTH_NOT_LAST' });
  await expect(reopen('2026-06')).rejects.toMatchObject({ code: 'MONTH_STATE' });
  const { id } = await reopen();
  await expect(approve(id, kim)).rejects.toMatchObject({ code: 'MONTH_SECOND_PERSON_REQUIRED' });
  expect(await stateOf()).toBe('CLOSED');
  await approve(id);
  expect(await stateOf()).toBe('REOPENED');
  await sellerHas(db, 'found', 50n, MAY);
  expect(await bookedOf('found')).toEqual([{ effective_at: MAY, corrects: null }]);
  expect(await bookedOf('late')).toMatchObject([{ corrects: MAY }]);
  await close();
  await finish();
  expect((await readMonthDetail(service, '2026-05', NOW)).figures).toMatchObject({ postings: 4, entries: 8 });
  const { items } = await readMonthRequests(service, { month: '2026-05' });
  expect(items.map(({ kind, state }) => `${kind} ${state}`).sort()).toEqual([
    'close approved',
    'close approved',
    'reopen approved',
  ]);
  expect((await readMonths(service, {}, NOW)).items).toMatchObject([
    { month: '2026-06', state: 'OPEN', figures: null },
    { month: '2026-05', state: 'CLOSED' },
  ]);
});

test('a sealed month is not reopened, also when it was sealed after the proposal', async () => {
  await provenMonth(db, '2026-05');
  await close();
  await expect(sealMonth(db, '2026-05', NOW)).rejects.toThrow('close it first');
  await finish();
  const { id } = await reopen();
  await eventually(async () => {
    await sealLedger(db);
    await sealMonth(db, '2026-05', NOW);
  });
  await expect(approve(id)).rejects.toMatchObject({ code: 'MONTH_SEALED', status: 409 });
  await transaction(service, (tx) => rejectMonth(tx, id, lee, NOW));
  await expect(reopen()).rejects.toMatchObject({ code: 'MONTH_SEALED' });
  expect(await stateOf()).toBe('CLOSED');
});

test('a rejected request stays rejected, and the next one is made anew', async () => {
  const { id } = await close({ override: true });
  const rejected = await transaction(service, (tx) => rejectMonth(tx, id, lee, NOW));
  expect(rejected).toMatchObject({ state: 'rejected', decidedBy: 'person:lee' });
  await expect(approve(id)).rejects.toMatchObject({ code: 'MONTH_REQUEST_STATE' });
  expect(await close({ override: true })).toMatchObject({ state: 'proposed' });
});

test('the tables refuse one person above the list, a rewritten decision, and books that open within a month', async () => {
  const { id } = await close({ override: true });
  const set = (text: string) => db.query(`update reconciliation.month_request set ${text} where id = $1`, [id]);
  const alone = `state = 'approved', decided_by = 'person:kim', decided_at = now()`;
  await expect(set(alone)).rejects.toThrow('second_person');
  await expect(set(`reason = 'other'`)).rejects.toThrow('append-only');
  await expect(set(`counts = '{300}'`)).rejects.toThrow('append-only');
  await expect(db.query(`select ledger.open_books_from('2026-05-02T00:00:00+09:00')`)).rejects.toThrow(
    'open with a month',
  );
  await expect(db.query('delete from ledger.open_period')).rejects.toThrow('append-only');
  const posting = db.transaction('REPEATABLE READ', (tx) => tx.query('select ledger.open_from()'));
  await expect(posting).rejects.toThrow('read committed');
});

test.each(['close-month:written', 'close-month:committed'] as const)(
  'a process that dies at %s closes the month once when the request is repeated',
  async (failpoint) => {
    await provenMonth(db, '2026-05');
    const id = randomUUID();
    rehearsal.strike(failpoint);
    await expect(close({ id })).rejects.toThrow('Struck');
    expect(await close({ id })).toMatchObject({ id, state: 'approved' });
    rehearsal.strike('finish-month:written');
    await expect(finish()).rejects.toThrow('Struck');
    await finish();
    await finish();
    expect(await stateOf()).toBe('CLOSED');
    const jobs = await db.query<unknown[]>(`select from messaging.outbox where job = 'month.close'`);
    expect(jobs).toHaveLength(1);
  },
);
