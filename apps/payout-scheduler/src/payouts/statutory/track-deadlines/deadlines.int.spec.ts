import { instantAt } from '@jeongsan/calendar';
import type { EntityManager } from 'typeorm';
import { admin, DeadlineMarket, FRIDAY, trackedAt } from '../../../testing/deadline-market.js';
import { oneSessionWaits, sessionsWait } from '../../../testing/one-session-waits.js';
import { rules } from '../../../testing/people.js';
import { codeOf } from '../../../testing/reissue-market.js';
import { cursorOf } from '../cursor.js';
import { readDeadlines, sumDeadlines } from '../read-deadlines/read-deadlines.js';
import { addRule } from '../statutory-rules/add-rule.js';

let market: DeadlineMarket;
beforeEach(async () => {
  market = await DeadlineMarket.open();
});
afterEach(() => market.close());

test('a line is owed until its payout is paid; a part that was paid is not owed any more', async () => {
  await market.choose('CONSIGNMENT_40');
  await market.seller('a', { cycle: 'DAILY' });
  await market.order([{ sellerId: 'a', amount: 100_000n, partlyOn: FRIDAY, maturesOn: '2026-05-12' }]);
  await market.track('2026-05-07');
  expect(await market.one()).toMatchObject({ due: '2026-07-10', owed: 89_000n, cause: 'NOT_MATURED' });
  await market.draft(FRIDAY);
  await market.track(FRIDAY);
  expect(await market.one()).toMatchObject({ owed: 89_000n, cause: 'NOT_MATURED' });
  const [first] = await market.payouts('a');
  await market.advance(first?.id ?? '', FRIDAY, ['submit', 'accept', 'settle']);
  await market.track('2026-05-09');
  expect(await market.one()).toMatchObject({ owed: 29_667n, settled: null });
  await market.owesWhatTheBooksOwe();
  await market.draft('2026-05-12');
  await market.track('2026-05-12');
  expect(await market.one()).toMatchObject({ owed: 29_667n, cause: 'WAITS_FOR_DISPATCH' });
  const second = (await market.payouts('a'))[1];
  await market.advance(second?.id ?? '', '2026-05-12', ['submit', 'accept', 'settle']);
  await market.track('2026-05-13');
  expect(await market.one()).toMatchObject({ owed: 0n, cause: null, settled: '2026-05-12', breached: null });
});

test('after a choice of no rule a breached line keeps the deadline that it missed', async () => {
  await market.choose('LARGE_BROKER_10');
  await market.seller('a');
  const order = await market.order([{ sellerId: 'a', amount: 100_000n, maturesOn: '2026-12-01' }]);
  await market.happened(order, 'confirmed_at', instantAt('2026-05-01', '10:00:00'));
  await market.track('2026-05-12');
  await market.choose(null);
  await market.track('2026-05-13');
  const missed = { ruleCode: 'LARGE_BROKER_10', startsOn: '2026-05-01', dueOn: '2026-05-11', breachedOn: '2026-05-12' };
  const breached = async () => (await readDeadlines(market.db, { state: 'breached' }, trackedAt('2026-05-13'))).items;
  expect(await breached()).toMatchObject([missed]);
  const states = async () =>
    (await sumDeadlines(market.db, 7, trackedAt('2026-05-13'))).totals.map(({ state, ruleCode }) => [state, ruleCode]);
  expect(await states()).toEqual([
    ['breached', 'LARGE_BROKER_10'],
    ['overdue', 'LARGE_BROKER_10'],
  ]);
  // A line whose date an earlier release took away has none to list.
  await market.db.query(`update payouts.payment_deadline set rule_code = null, starts_on = null, due_on = null`);
  expect([await breached(), await states()]).toEqual([[], []]);
});

test('a choice of no rule leaves a deadline that began before it, and gives later lines none', async () => {
  await market.choose('CONSIGNMENT_40');
  await market.choose(null, '2026-05-20');
  await market.seller('a');
  const before = await market.order([{ sellerId: 'a', amount: 100_000n, maturesOn: '2026-12-01' }], '2026-05-19');
  await market.order([{ sellerId: 'a', amount: 50_000n, maturesOn: '2026-12-01' }], '2026-05-20');
  await market.happened(before, 'confirmed_at', instantAt('2026-05-25', '10:00:00'));
  await market.track('2026-05-26');
  expect((await market.rows()).map(({ starts, due }) => [starts, due])).toEqual([
    ['2026-05-19', '2026-07-10'],
    [null, null],
  ]);
});

test('a cursor with a date that no calendar has is refused', async () => {
  const after = cursorOf(['2026-02-30', 'a', 'b']);
  expect(await codeOf(readDeadlines(market.db, { after }, trackedAt('2026-05-23')))).toBe('CURSOR_INVALID');
});

const version = {
  ...{ code: 'TEST_DAYS', name: { ko: '시험', en: 'test' }, source: 'A law of this test', article: '1' },
  ...({ standing: 'planned', startEvent: 'CONFIRMED', monthEnd: false, days: 5, onHoliday: 'SAME' } as const),
  ...{ effectiveFrom: '2026-05-12', reason: 'two people read the same law' },
};

test('of one version of a rule by two people at once, one is added', async () => {
  const add = (tx: EntityManager) => addRule(tx, version, admin, rules, trackedAt('2026-05-01'));
  let second: Promise<unknown> = Promise.resolve();
  await market.db.transaction(async (tx) => {
    await add(tx);
    second = codeOf(market.db.transaction(add));
    await oneSessionWaits(market.db);
  });
  expect(await second).toBe('STATUTORY_RULE_CONFLICT');
});

test('the audit trail keeps the version before a later one, with the same facts', async () => {
  const add = (days: number, effectiveFrom: string) =>
    market.db.transaction((tx) =>
      addRule(tx, { ...version, days, effectiveFrom }, admin, rules, trackedAt('2026-05-01')),
    );
  await add(5, '2026-05-12');
  await add(4, '2026-06-01');
  const { code, standing, source, article, startEvent, monthEnd, onHoliday } = version;
  const terms = { standing, source, article, startEvent, monthEnd, onHoliday };
  const facts = (changed: number, from: string) => ({
    ...{ rule: code, effectiveFrom: from },
    terms: { ...terms, days: changed },
  });
  expect(await market.db.query<object[]>(`select before, after from audit.decision order by number`)).toEqual([
    { before: null, after: facts(5, '2026-05-12') },
    { before: facts(5, '2026-05-12'), after: facts(4, '2026-06-01') },
  ]);
});

test('near and breached deadlines are each told once a date, whichever came first', async () => {
  await market.choose('LARGE_BROKER_10');
  await market.seller('a');
  const confirmed = async (date: string) => {
    const order = await market.order([{ sellerId: 'a', amount: 10_000n, maturesOn: '2026-12-01' }]);
    await market.happened(order, 'confirmed_at', instantAt(date, '10:00:00'));
    await market.track('2026-05-12');
    await market.track('2026-05-12');
    return market.db.query<object[]>(
      `select type, data ->> 'lines' as lines from messaging.event where type like 'payment-deadline.%' order by id`,
    );
  };
  const near = { type: 'payment-deadline.near', lines: '1' };
  expect(await confirmed('2026-05-04')).toEqual([near]);
  expect(await confirmed('2026-05-01')).toEqual([near, { type: 'payment-deadline.breached', lines: '1' }]);
});

test('two trackings at once tell of the breaches of a date once', async () => {
  await market.choose('LARGE_BROKER_10');
  await market.seller('a');
  const order = await market.order([{ sellerId: 'a', amount: 10_000n, maturesOn: '2026-12-01' }]);
  await market.happened(order, 'confirmed_at', instantAt('2026-05-01', '10:00:00'));
  let both: Promise<unknown> = Promise.resolve();
  await market.db.transaction(async (tx) => {
    await tx.query('lock table messaging.event in exclusive mode');
    both = Promise.all([market.track('2026-05-12'), market.track('2026-05-12')]);
    await sessionsWait(market.db, 2);
  });
  await both;
  const told = await market.db.query<object[]>(`select type from messaging.event where type like 'payment-deadline.%'`);
  expect(told).toEqual([{ type: 'payment-deadline.breached' }]);
});

test('a first tracking that ended while it added lines is continued from its first day', async () => {
  await market.choose('CONSIGNMENT_40');
  await market.seller('a');
  const [oldest] = [
    await market.order([{ sellerId: 'a', amount: 10_000n, maturesOn: '2026-12-01' }], '2026-01-10'),
    await market.order([{ sellerId: 'a', amount: 20_000n, maturesOn: '2026-12-01' }], '2026-01-20'),
  ];
  await market.db.query(
    `insert into payouts.payment_deadline (order_id, line_id, seller_id, category, owed, tracked_on)
     select order_id, line_id, seller_id, category, net, '2026-05-11' from gateway.order_line where order_id = $1`,
    [oldest.orderId],
  );
  await market.track('2026-05-12');
  expect((await market.rows()).map(({ owed }) => owed)).toEqual([8_900n, 17_800n]);
  // Later trackings look back as far as a payment can be booked late.
  await market.order([{ sellerId: 'a', amount: 30_000n, maturesOn: '2026-12-01' }], '2026-01-20');
  await market.track('2026-05-13');
  expect(await market.rows()).toHaveLength(2);
});

test('a failed payout that was paid off-cycle is not owed any more; new money on that statement is', async () => {
  await market.choose('CONSIGNMENT_40');
  await market.seller('a', { cycle: 'WEEKLY:FRI' });
  await market.order([{ sellerId: 'a', amount: 100_000n }]);
  await market.draft(FRIDAY);
  const failed = (await market.payouts('a'))[0]?.id ?? '';
  await market.advance(failed, FRIDAY, ['submit', 'fail'], { failureCode: 'FAILED', failureClass: 'retry' });
  await market.order([{ sellerId: 'a', amount: 10_000n, maturesOn: '2026-05-09' }]);
  await market.draft('2026-05-11');
  await market.track('2026-05-11');
  const owed = async () => (await market.rows()).map((row) => row['owed']);
  expect(await owed()).toEqual([8_900n, 89_000n]);
  await market.advance((await market.payouts('a'))[1]?.id ?? '', '2026-05-11', ['submit', 'accept', 'settle']);
  await market.track('2026-05-12');
  expect(await owed()).toEqual([0n, 8_900n]);
  await market.owesWhatTheBooksOwe();
});
