import { addDays, instantAt } from '@jeongsan/calendar';
import { admin, DeadlineMarket, FRIDAY, type StartEvent, trackedAt } from '../../../testing/deadline-market.js';
import { rules } from '../../../testing/people.js';
import type { MarketOrder } from '../../../testing/settled-market.js';
import { readDeadlines, sumDeadlines } from '../read-deadlines/read-deadlines.js';
import { addRule } from '../statutory-rules/add-rule.js';

let market: DeadlineMarket;
beforeEach(async () => {
  market = await DeadlineMarket.open();
});
afterEach(() => market.close());

// prettier-ignore
const deadlines: [string, string, StartEvent | null, string, string, string][] = [
  ['20 days from the confirmation',               'INTERMEDIARY_20',       'confirmed_at', '2026-05-01T01:00:00Z', '2026-05-01', '2026-05-21'],
  ['00:30 in Seoul is the new day',               'INTERMEDIARY_20',       'confirmed_at', '2026-04-30T15:30:00Z', '2026-05-01', '2026-05-21'],
  ['23:30 in Seoul is the old day',               'INTERMEDIARY_20',       'confirmed_at', '2026-04-30T14:30:00Z', '2026-04-30', '2026-05-20'],
  ['a last day on a holiday: the next one',       'INTERMEDIARY_20',       'confirmed_at', '2026-04-15T01:00:00Z', '2026-04-15', '2026-05-06'],
  ['the last day of a month',                     'CONFIRMATION_MONTH_40', 'confirmed_at', '2026-01-31T14:59:59Z', '2026-01-31', '2026-03-12'],
  ['a second later, the next month',              'CONFIRMATION_MONTH_40', 'confirmed_at', '2026-01-31T15:00:00Z', '2026-02-01', '2026-04-09'],
  ['60 days from receipt, on a substitute holiday', 'DIRECT_PURCHASE_60',  'delivered_at', '2026-03-26T01:00:00Z', '2026-03-26', '2026-05-26'],
  ['40 days after the month of the sale',         'CONSIGNMENT_40',        null,           '2026-03-02T01:00:00Z', '2026-03-02', '2026-05-11'],
];

test('deadlines by month ends, holidays and the minutes around midnight in Seoul', async () => {
  await market.seller('a');
  const orders = [];
  for (const [category, rule, event] of deadlines) {
    await market.choose(rule, '2026-01-01', category);
    const order = await market.order(
      [{ sellerId: 'a', amount: 100_000n }],
      event === null ? '2026-03-02' : '2026-01-02',
    );
    await market.db.query(`update gateway.order_line set category = $2 where order_id = $1`, [order.orderId, category]);
    orders.push(order);
  }
  await market.track('2026-05-03');
  expect((await market.rows()).filter(({ due }) => due === null)).toHaveLength(deadlines.length - 1);
  for (const [index, [, , event, instant]] of deadlines.entries())
    if (event !== null) await market.happened(orders[index] as MarketOrder, event, new Date(instant));
  await market.track('2026-05-04');
  const found = await market.db.query<object[]>(
    `select category, rule_code as rule, starts_on as starts, due_on as due from payouts.payment_deadline`,
  );
  const expected = deadlines.map(([category, rule, , , starts, due]) => ({ category, rule, starts, due }));
  expect(found).toHaveLength(expected.length);
  expect(found).toEqual(expect.arrayContaining(expected));
});

test('the choice and the version in force on the date of the start event count; a category has its own', async () => {
  await market.seller('a');
  await market.choose('INTERMEDIARY_20', '2026-05-01');
  await market.choose('LARGE_BROKER_10', '2026-05-10');
  await market.choose(null, '2026-05-20', 'c');
  const version = {
    ...({
      code: 'LARGE_BROKER_10',
      name: { ko: '대규모', en: 'Large' },
      source: 'a later plan',
      article: '1',
    } as const),
    ...({ standing: 'planned', startEvent: 'CONFIRMED', monthEnd: false, days: 5, onHoliday: 'SAME' } as const),
    ...{ effectiveFrom: '2026-05-12', reason: 'shorter' },
  };
  await market.db.transaction((tx) => addRule(tx, version, admin, rules, trackedAt('2026-05-01')));
  await expect(
    market.db.transaction((tx) => addRule(tx, version, admin, rules, trackedAt('2026-05-01'))),
  ).rejects.toMatchObject({
    code: 'STATUTORY_RULE_CONFLICT',
  });
  for (const day of ['04-30', '05-09', '05-10', '05-12', '05-20']) {
    const order = await market.order([{ sellerId: 'a', amount: 10_000n }], '2026-04-02');
    await market.happened(order, 'confirmed_at', instantAt(`2026-${day}`, '10:00:00'));
  }
  await market.track('2026-05-21');
  expect((await market.rows()).map(({ starts, due }) => [starts, due])).toEqual([
    ['2026-05-09', '2026-05-29'],
    ['2026-05-10', '2026-05-20'],
    ['2026-05-12', '2026-05-17'],
    [null, null],
    [null, null],
  ]);
});

test('held, failed, below the minimum, in reserve: each breach has its cause, and the sums are those of the books', async () => {
  await market.choose('LARGE_BROKER_10', '2026-01-01');
  const sellers = ['fine', 'held', 'failed', 'small', 'kept'] as const;
  for (const id of sellers) {
    const reserve = id === 'kept' ? { reserve: { kind: 'ROLLING', rate: 10_000, days: 60 } as const } : {};
    await market.seller(id, { cycle: 'WEEKLY:FRI', ...reserve });
    const order = await market.order([{ sellerId: id, amount: id === 'small' ? 1_000n : 100_000n }]);
    await market.happened(order, 'confirmed_at', instantAt('2026-05-01', '10:00:00'));
    if (id !== 'held') continue;
    await market.db.query(
      `insert into payouts.hold (id, seller_id, reason, placed_at, scope, order_id) values (gen_random_uuid(), 'held', 'DISPUTE', now(), 'ORDER', $1)`,
      [order.orderId],
    );
  }
  await market.track('2026-05-04');
  expect(await sumDeadlines(market.db, 7, trackedAt('2026-05-04'))).toEqual({
    trackedOn: '2026-05-04',
    totals: [
      { state: 'due', ruleCode: 'LARGE_BROKER_10', cause: 'HELD_ORDER', lines: 1, owed: 89_000n },
      { state: 'due', ruleCode: 'LARGE_BROKER_10', cause: 'NOT_MATURED', lines: 4, owed: 267_890n },
    ],
  });
  await market.draft(FRIDAY);
  const failing = (await market.payouts('failed'))[0]?.id ?? '';
  await market.advance(failing, FRIDAY, ['submit', 'fail'], { failureCode: 'FAILED', failureClass: 'retry' });
  for (const id of ['fine', 'kept'] as const)
    await market.advance((await market.payouts(id))[0]?.id ?? '', FRIDAY, ['submit', 'accept', 'settle']);
  await market.track('2026-05-09');
  await market.owesWhatTheBooksOwe();
  // The confirmation of 1 May gives until Monday the 11th; two trackings of the 12th make one breach and one alert.
  await market.track('2026-05-12');
  await market.track('2026-05-12');
  const breached = await readDeadlines(market.db, { state: 'breached', limit: 2 }, trackedAt('2026-05-12'));
  const rest = await readDeadlines(
    market.db,
    { state: 'breached', limit: 9, after: breached.nextCursor ?? '' },
    trackedAt('2026-05-12'),
  );
  const all = [...breached.items, ...rest.items].sort((a, b) => (a.sellerId < b.sellerId ? -1 : 1));
  expect(all.map(({ sellerId, owed, cause, breachedOn }) => [sellerId, owed, cause, breachedOn])).toEqual([
    ['failed', 89_000n, 'FAILED_RETRY', '2026-05-12'],
    ['held', 89_000n, 'HELD_ORDER', '2026-05-12'],
    ['kept', 8_900n, 'IN_RESERVE', '2026-05-12'],
    ['small', 890n, 'BELOW_MINIMUM', '2026-05-12'],
  ]);
  const events = await market.db.query<object[]>(
    `select type, data from messaging.event where type like 'payment-deadline.%' order by id`,
  );
  expect(events).toEqual([
    {
      type: 'payment-deadline.near',
      data: { businessDate: '2026-05-09', dueBy: '2026-05-12', lines: '4', amount: '187790' },
    },
    { type: 'payment-deadline.breached', data: { businessDate: '2026-05-12', lines: '4', amount: '187790' } },
  ]);
  // The reissue pays what failed; the line is settled late and stays a breach.
  await market.draft('2026-05-13');
  const again = (await market.payouts('failed'))[1]?.id ?? '';
  await market.advance(again, '2026-05-13', ['submit', 'accept', 'settle']);
  await market.track('2026-05-14');
  expect((await market.rows()).filter(({ settled }) => settled !== null)).toEqual([
    expect.objectContaining({ settled: FRIDAY, breached: null }),
    expect.objectContaining({ settled: '2026-05-13', breached: '2026-05-12' }),
  ]);
  await market.owesWhatTheBooksOwe();
});

test('of two orders on one statement the held one is owed; a refund lowers what is owed', async () => {
  await market.choose('CONSIGNMENT_40');
  await market.seller('a', { cycle: 'WEEKLY:FRI' });
  const [held, free] = [
    await market.order([{ sellerId: 'a', amount: 100_000n }]),
    await market.order([{ sellerId: 'a', amount: 50_000n }]),
  ];
  const waiting = await market.order([{ sellerId: 'a', amount: 20_000n, maturesOn: null }]);
  await market.draft('2026-05-07');
  // The hold comes after the lines matured.
  await market.db.query(`update gateway.order_line_tranche set matures_on = '2026-05-07'`);
  await market.draft('2026-05-07');
  await market.db.query(
    `insert into payouts.hold (id, seller_id, reason, placed_at, scope, order_id) values (gen_random_uuid(), 'a', 'DISPUTE', now(), 'ORDER', $1)`,
    [held.orderId],
  );
  await market.cancel(waiting, 0, 10_000n, '2026-05-07');
  await market.draft(FRIDAY);
  for (const { id } of await market.payouts('a')) await market.advance(id, FRIDAY, ['submit', 'accept', 'settle']);
  await market.track('2026-05-09');
  await market.owesWhatTheBooksOwe();
  const found = await market.db.query<{ id: string; owed: bigint }[]>(
    `select order_id as id, owed from payouts.payment_deadline where owed > 0`,
  );
  expect(new Map(found.map(({ id, owed }) => [id, owed]))).toEqual(
    new Map([
      [held.orderId, 89_000n],
      [waiting.orderId, 8_900n],
    ]),
  );
  expect(found.some(({ id }) => id === free.orderId)).toBe(false);
});

test('the list of coming deadlines reads on by its cursor, overdue lines first', async () => {
  await market.choose('INTERMEDIARY_20');
  await market.seller('a');
  for (let n = 0; n < 7; n += 1) {
    const order = await market.order([{ sellerId: 'a', amount: 10_000n, maturesOn: '2026-12-01' }], '2026-05-01');
    await market.happened(order, 'confirmed_at', instantAt(addDays('2026-05-01', n), '10:00:00'));
  }
  await market.track('2026-05-23');
  const due: (string | null)[] = [];
  let after: string | undefined;
  do {
    const page = await readDeadlines(
      market.db,
      { days: 3, limit: 2, ...(after && { after }) },
      trackedAt('2026-05-23'),
    );
    due.push(...page.items.map(({ dueOn }) => dueOn));
    after = page.nextCursor ?? undefined;
  } while (after !== undefined);
  expect(due).toEqual(['2026-05-21', '2026-05-22', '2026-05-26', '2026-05-26', '2026-05-26', '2026-05-26']);
  await expect(readDeadlines(market.db, { after: 'no cursor' }, trackedAt('2026-05-23'))).rejects.toMatchObject({
    code: 'CURSOR_INVALID',
  });
});
