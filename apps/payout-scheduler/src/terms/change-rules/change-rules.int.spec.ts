import { randomUUID } from 'node:crypto';
import { addDays } from '@jeongsan/calendar';
import { transaction } from '@jeongsan/database';
import { plainTerms, priceLine, reversedSoFar } from '@jeongsan/settlement';
import { testDatabase, type TestDatabase } from '@jeongsan/testing';
import * as fc from 'fast-check';
import { explainOrder } from '../../explanations/explain-order/explain-order.js';
import { openSeller } from '../../testing/closing-world.js';
import { personOf, rules } from '../../testing/people.js';
import { booksOf, canceledOf, cancelPart, draftOn, pay, placeOrder, termsOf } from '../../testing/terms-market.js';
import { policy } from '../../testing/usual-policy.js';
import { approveChange } from '../change-terms/decide-change.js';
import { proposeChange } from '../change-terms/propose-change.js';
import { readChanges } from '../change-terms/read-changes.js';
import { createRule } from '../commission-rules/create-rule.js';
import { readRules } from '../commission-rules/read-rules.js';
import { approveRuleChange, rejectRuleChange } from './decide-rule-change.js';
import { proposeRuleChange } from './propose-rule-change.js';
import { type NewRule, readRuleChange, readRuleChangeLines, readRuleChanges } from './rule-change-record.js';

jest.setTimeout(60_000);
let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

const on = (date: string): Date => new Date(`${date}T10:00:00+09:00`);
const now = on('2026-05-08');
const kim = personOf('kim', 'operator');

async function newSeller(rate: number, netShare = 100_000): Promise<string> {
  const sellerId = `s-${randomUUID().slice(0, 13)}`;
  await openSeller(database.db, sellerId, { commission: { charge: { kind: 'RATE', rate } }, debt: { netShare } });
  return sellerId;
}
const newCategory = (): string => `c-${randomUUID().slice(0, 13)}`;
const ruleOf = (rate: number, more: Partial<NewRule>): NewRule => ({
  id: randomUUID(),
  ...{ category: null, productId: null, sellerId: null, effectiveFrom: '2026-05-01', effectiveTo: null },
  commission: plainTerms({ commissionRate: rate }).commission,
  ...more,
});
const begin = (rule: NewRule, at = now) =>
  transaction(database.db, (tx) => proposeRuleChange(tx, { kind: 'begin', rule }, kim, at));
const end = (ruleId: string, effectiveTo: string, at = now) =>
  transaction(database.db, (tx) => proposeRuleChange(tx, { kind: 'end', ruleId, effectiveTo }, kim, at));
type Shown = Readonly<{ id: string; contentHash: string }>;
const approve = ({ id, contentHash }: Shown, by = 'lee', at = now) =>
  transaction(database.db, (tx) => approveRuleChange(tx, id, contentHash, personOf(by), rules, at));
const reject = ({ id }: Shown) => transaction(database.db, (tx) => rejectRuleChange(tx, id, personOf('lee'), now));

test('a rule that begins last week: the difference per seller is shown first, then posted, and follows cancels', async () => {
  const { db } = database;
  const rates = new Map([
    [await newSeller(10_000), 10_000],
    [await newSeller(20_000), 20_000],
  ]);
  const [a = '', b = ''] = [...rates.keys()].sort();
  const rateOf = (id: string): number => rates.get(id) ?? 0;
  const [category, other] = [newCategory(), newCategory()];
  const sold = { amount: 10_000n, at: on('2026-05-04'), category };
  const first = await placeOrder(db, { ...sold, sellerId: a, rate: rateOf(a) });
  await placeOrder(db, { ...sold, sellerId: b, rate: rateOf(b) });
  await placeOrder(db, { ...sold, sellerId: b, rate: rateOf(b), category: other });
  await placeOrder(db, { ...sold, sellerId: b, rate: rateOf(b), at: on('2026-04-30') });
  const before = { a: await booksOf(db, a), b: await booksOf(db, b) };
  const nets = { [a]: rateOf(a) === 10_000 ? 550n : 1_650n, [b]: rateOf(b) === 10_000 ? 550n : 1_650n };

  const rule = ruleOf(5_000, { category });
  const change = await begin(rule);
  expect(change).toMatchObject({
    kind: 'begin',
    sellerCount: 2,
    lineCount: 2,
    net: 2_200n,
    moved: 2_200n,
    state: 'proposed',
  });
  const { sellers } = await readRuleChange(db, change.id, {});
  expect(sellers.items.map(({ sellerId, lineCount, total }) => [sellerId, lineCount, total.net])).toEqual([
    [a, 1, nets[a]],
    [b, 1, nets[b]],
  ]);
  expect((await readRuleChangeLines(db, change.id, { sellerId: a })).items).toMatchObject([
    { orderId: first.orderId, net: nets[a] },
  ]);
  expect({ a: await booksOf(db, a), b: await booksOf(db, b) }).toEqual(before);
  expect((await readRules(db, { category })).items).toEqual([]);

  await approve(change);
  await approve(change);
  expect(await booksOf(db, a)).toMatchObject({ payable: nets[a], 'platform:commission': 500n, 'platform:vat': 50n });
  expect((await readRules(db, { category })).items).toMatchObject([{ id: rule.id, effectiveFrom: '2026-05-01' }]);
  expect((await readRuleChanges(db, { state: 'approved' })).items.map(({ id }) => id)).toContain(change.id);
  // The seller's share of a change of a rule is no change of terms.
  expect((await readChanges(db, { sellerId: a })).items).toEqual([]);
  const told = await explainOrder(db, first.orderId, { lang: 'en', audience: 'operator' }, policy, on('2026-05-09'));
  expect([told.unexplained, told.lines[0]?.adjustments]).toMatchObject([
    0n,
    [{ effectiveFrom: '2026-05-01', net: nets[a] }],
  ]);

  await cancelPart(db, first, 10_000n, on('2026-05-09'));
  await draftOn(db, '2026-05-10');
  const { payable = 0n, reserved = 0n, debt = 0n, ...rest } = await booksOf(db, a);
  expect([payable + reserved - debt, rest]).toEqual([0n, {}]);
});

test('a rule that ends last week gives its lines back to the next rule, or to the terms', async () => {
  const { db } = database;
  const sellerId = await newSeller(10_000);
  const category = newCategory();
  const [narrow, wide] = [
    ruleOf(5_000, { category, sellerId }),
    ruleOf(7_000, { category, effectiveTo: '2026-05-06' }),
  ];
  await approve(await begin(narrow));
  await approve(await begin(wide));
  const sold = { sellerId, amount: 10_000n, rate: 5_000, category, ruleId: narrow.id };
  await placeOrder(db, { ...sold, at: on('2026-05-05') });
  await placeOrder(db, { ...sold, at: on('2026-05-07') });
  await placeOrder(db, { ...sold, at: on('2026-05-02') });
  const change = await end(narrow.id, '2026-05-04');
  expect(change).toMatchObject({ kind: 'end', effectiveFrom: '2026-05-04', lineCount: 2, net: -(220n + 550n) });
  await approve(change);
  // 500 for the day before the end, 700 by the other rule, 1,000 by the terms.
  expect(await booksOf(db, sellerId)).toMatchObject({ debt: 770n, 'platform:commission': 2_200n });
  expect((await readRules(db, { sellerId })).items).toMatchObject([
    { effectiveTo: '2026-05-04', endedBy: 'person:lee' },
  ]);
});

test('a change of terms leaves a ruled line to its rule, and after the rule the line has the changed terms', async () => {
  const { db } = database;
  const sellerId = await newSeller(10_000);
  const category = newCategory();
  await placeOrder(db, { sellerId, amount: 10_000n, rate: 10_000, category, at: on('2026-05-04') });
  const rule = ruleOf(5_000, { category });
  await approve(await begin(rule));
  const change = await transaction(db, (tx) =>
    proposeChange(tx, { sellerId, effectiveFrom: '2026-05-01', ...termsOf(8_000) }, kim, now),
  );
  expect(change.total.net).toBe(0n);
  await transaction(db, (tx) => approveChange(tx, change.id, change.contentHash, personOf('lee'), rules, now));
  expect(await booksOf(db, sellerId)).toMatchObject({ 'platform:commission': 500n });
  await approve(await end(rule.id, '2026-05-02'));
  expect(await booksOf(db, sellerId)).toMatchObject({ 'platform:commission': 800n });
});

test('orders that were paid or came since the proposal are adjusted with the next draft, of sellers new to it too', async () => {
  const { db } = database;
  const [shown, late] = [await newSeller(10_000), await newSeller(10_000)];
  const category = newCategory();
  const sold = { amount: 10_000n, rate: 10_000, category, at: on('2026-05-04') };
  await placeOrder(db, { ...sold, sellerId: shown });
  const unpaid = await placeOrder(db, { ...sold, sellerId: shown, isPaid: false });
  const paidSince = await placeOrder(db, { ...sold, sellerId: late, isPaid: false });
  const change = await begin(ruleOf(5_000, { category }));
  expect(change).toMatchObject({ sellerCount: 1, lineCount: 1, net: 550n });
  await pay(db, paidSince);
  await placeOrder(db, { ...sold, sellerId: late });
  await approve(change);
  expect((await booksOf(db, shown))['payable']).toBe(550n);
  expect((await booksOf(db, late))['payable']).toBeUndefined();
  await pay(db, unpaid);
  await draftOn(db, '2026-05-19');
  const owed = async (sellerId: string) => {
    const { payable = 0n, reserved = 0n, 'platform:commission': commission } = await booksOf(db, sellerId);
    return [payable + reserved, commission];
  };
  expect(await owed(shown)).toEqual([1_100n, 1_000n]);
  expect(await owed(late)).toEqual([1_100n, 1_000n]);
});

test('what orders since the proposal will move counts against the limit of the approver', async () => {
  const { db } = database;
  const sellerId = await newSeller(10_000);
  const category = newCategory();
  const sold = { sellerId, amount: 10_000n, rate: 10_000, category, at: on('2026-05-04') };
  await placeOrder(db, sold);
  const change = await begin(ruleOf(5_000, { category }));
  await placeOrder(db, sold);
  const lee = personOf('lee', 'approver');
  // 550 won were shown, and 550 came since.
  const approveUpTo = (limit: bigint) => {
    const limited = { ...rules, limits: { roles: { approver: limit }, operators: {} } };
    return transaction(db, (tx) => approveRuleChange(tx, change.id, change.contentHash, lee, limited, now));
  };
  await expect(approveUpTo(1_099n)).rejects.toMatchObject({ code: 'APPROVAL_LIMIT_EXCEEDED' });
  expect((await booksOf(db, sellerId))['payable']).toBeUndefined();
  await approveUpTo(1_100n);
  expect((await booksOf(db, sellerId))['payable']).toBe(550n);
});

test('a change for orders to come has no sum; one of past days has, and moves nothing without an order', async () => {
  const limited = { ...rules, limits: { roles: { approver: 0n, admin: null }, operators: {} } };
  const decide = ({ id, contentHash }: Shown, caller: ReturnType<typeof personOf>) =>
    transaction(database.db, (tx) => approveRuleChange(tx, id, contentHash, caller, limited, now));
  const refused = async (change: Shown) => {
    await expect(decide(change, personOf('lee'))).rejects.toMatchObject({ code: 'APPROVAL_LIMIT_EXCEEDED' });
    const yesterday = { ...personOf('park', 'admin'), signedInSecondsAgo: 86_400 };
    await expect(decide(change, yesterday)).rejects.toMatchObject({ code: 'REAUTHENTICATION_REQUIRED' });
    await decide(change, personOf('park', 'admin'));
  };
  const past = { category: newCategory(), effectiveTo: '2026-05-05' };
  await decide(await begin(ruleOf(5_000, past)), personOf('lee'));
  const open = ruleOf(5_000, { category: newCategory() });
  await refused(await begin(open));
  await refused(await end(open.id, '2026-05-03'));
  await refused(await begin(ruleOf(5_000, { category: newCategory(), effectiveFrom: '2026-05-08' })));
});

test.each(['cancel', 'hash', 'other rule', 'rejected'] as const)(
  'what changed since it was shown is not approved: %s',
  async (kind) => {
    const { db } = database;
    const sellerId = await newSeller(10_000);
    const category = newCategory();
    const order = await placeOrder(db, { sellerId, amount: 10_000n, rate: 10_000, category, at: on('2026-05-04') });
    const change = await begin(ruleOf(5_000, { category }));
    if (kind === 'cancel') await cancelPart(db, order, 1_000n, now);
    if (kind === 'other rule') await approve(await begin(ruleOf(6_000, { category, sellerId })));
    if (kind === 'rejected') await reject(change);
    const before = await booksOf(db, sellerId);
    const code = kind === 'rejected' ? 'RULE_CHANGE_STATE' : 'RULE_CHANGE_STALE';
    await expect(approve(kind === 'hash' ? { ...change, contentHash: 'x' } : change)).rejects.toMatchObject({ code });
    expect(await booksOf(db, sellerId)).toEqual(before);
  },
);

test('the proposer cannot approve, a key cannot propose, and by eight at once it is posted once', async () => {
  const { db } = database;
  const sellerId = await newSeller(10_000);
  await placeOrder(db, { sellerId, amount: 10_000n, rate: 10_000, category: 'c', at: on('2026-05-04') });
  const rule = ruleOf(5_000, { sellerId });
  const key = { actor: 'key:market', credential: 'key:market', roles: ['admin'] } as const;
  await expect(transaction(db, (tx) => proposeRuleChange(tx, { kind: 'begin', rule }, key, now))).rejects.toMatchObject(
    { code: 'RULE_CHANGE_SECOND_PERSON_REQUIRED' },
  );
  const change = await begin(rule);
  await expect(approve(change, 'kim')).rejects.toMatchObject({ code: 'RULE_CHANGE_SECOND_PERSON_REQUIRED' });
  const results = await Promise.allSettled(
    Array.from({ length: 8 }, (_, i) => approve(change, i < 4 ? 'lee' : 'park')),
  );
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(4);
  expect((await booksOf(db, sellerId))['payable']).toBe(550n);
});

test('what cannot be is refused', async () => {
  const category = newCategory();
  const known = ruleOf(5_000, { category, effectiveFrom: '2026-05-08' });
  await createRule(database.db, known, kim, rules, now);
  // prettier-ignore
  const refusals: [string, () => Promise<unknown>, string][] = [
    ['a begin a year ago',         () => begin(ruleOf(1, { category, effectiveFrom: '2025-05-07' })),            'RULE_CHANGE_DATES'],
    ['an end before the begin',    () => begin(ruleOf(1, { category, effectiveTo: '2026-05-01' })),              'COMMISSION_RULE_DATES'],
    ['a rate of 91 %',             () => begin(ruleOf(91_000, { category })),                                    'CHARGE_RATE_OUT_OF_BOUNDS'],
    ['a rule that exists',         () => begin({ ...known, effectiveFrom: '2026-05-01' }),                       'COMMISSION_RULE_CONFLICT'],
    ['days of another rule',       () => begin(ruleOf(1, { category })),                                         'COMMISSION_RULE_OVERLAP'],
    ['the end of no rule',         () => end(randomUUID(), '2026-05-01'),                                        'COMMISSION_RULE_NOT_FOUND'],
    ['an end on the first day',    () => end(known.id, '2026-05-08'),                                            'COMMISSION_RULE_DATES'],
    ['a change of nobody',         () => readRuleChange(database.db, randomUUID(), {}),                          'RULE_CHANGE_NOT_FOUND'],
  ];
  for (const [what, attempt, code] of refusals) {
    const verdict: unknown = await attempt().catch((error: unknown) => (error as { code?: string }).code);
    expect([what, verdict]).toEqual([what, code]);
  }
  const until = ruleOf(1, { category, effectiveTo: '2026-05-08' });
  expect(await begin(until)).toMatchObject({ lineCount: 0, net: 0n, sellerCount: 0 });
});

/** Random days: sales, cancels, rules that begin or end in the past, and changes of terms from the start on. */
const step = fc.oneof(
  fc.record({ kind: fc.constant('sell' as const), amount: fc.bigInt({ min: 1n, max: 1_000_000n }) }),
  fc.record({ kind: fc.constant('cancel' as const), which: fc.nat(), share: fc.integer({ min: 1, max: 100 }) }),
  fc.record({ kind: fc.constant('terms' as const), rate: fc.integer({ min: 0, max: 60_000 }) }),
  fc.record({ kind: fc.constant('rule' as const), rate: fc.integer({ min: 0, max: 60_000 }) }),
  fc.record({ kind: fc.constant('draft' as const) }),
);

test('whatever begins and ends in whatever order: the books are those of a market under the last rule and terms from the start', async () => {
  const { db } = database;
  let firstDay = '2027-01-04';
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12 }), async (steps) => {
      const start = firstDay;
      firstDay = addDays(firstDay, 20);
      const sellerId = await newSeller(10_000, 0);
      const orders = [];
      // A rule begins the day before the first sale and ends on the day after its begin: no sale is left to it then.
      let rule: NewRule | undefined;
      let begun = 0;
      let [rate, day] = [10_000, start];
      let termsFrom: string | undefined;
      for (const todo of steps) {
        day = addDays(day, 1);
        if (todo.kind === 'sell') {
          const priced = rule ? { rate: rateOfRule(rule), ruleId: rule.id } : { rate };
          const sold = { sellerId, amount: todo.amount, at: on(day), ...priced };
          orders.push(await placeOrder(db, { ...sold, ...(termsFrom !== undefined && { termsFrom }) }));
        } else if (todo.kind === 'cancel') {
          const order = orders[todo.which % orders.length];
          const left = order ? order.line.paid - (await canceledOf(db, order.orderId)) : 0n;
          const amount = (left * BigInt(todo.share) + 99n) / 100n;
          if (order && amount > 0n) await cancelPart(db, order, amount, on(day));
        } else if (todo.kind === 'terms') {
          const at = on(day);
          const terms = { sellerId, effectiveFrom: start, ...termsOf(todo.rate), debt: { netShare: 0 } };
          const change = await transaction(db, (tx) => proposeChange(tx, terms, kim, at));
          await transaction(db, (tx) => approveChange(tx, change.id, change.contentHash, personOf('lee'), rules, at));
          rate = todo.rate;
          termsFrom = day;
        } else if (todo.kind === 'rule') {
          if (rule) {
            await approve(await end(rule.id, addDays(rule.effectiveFrom, 1), on(day)), 'lee', on(day));
            rule = undefined;
          } else {
            rule = ruleOf(todo.rate, { sellerId, effectiveFrom: nextBegin(start, begun) });
            begun += 1;
            await approve(await begin(rule, on(day)), 'lee', on(day));
          }
        } else await draftOn(db, day);
      }
      await draftOn(db, addDays(day, 1));
      const totals = { seller: 0n, commission: 0n, vat: 0n, cash: 0n };
      for (const { orderId, line } of orders) {
        const priced = priceLine({ amount: line.paid, discountAmount: 0n }, termsOf(rule ? rateOfRule(rule) : rate));
        const canceled = await canceledOf(db, orderId);
        const gone = reversedSoFar(priced, canceled);
        totals.seller += priced.net - gone.net;
        totals.commission += priced.commission - gone.commission;
        totals.vat += priced.commissionVat - gone.commissionVat;
        totals.cash += line.paid - canceled;
      }
      const { pending = 0n, payable = 0n, reserved = 0n, debt = 0n, ...books } = await booksOf(db, sellerId);
      expect({
        seller: pending + payable + reserved - debt,
        commission: books['platform:commission'] ?? 0n,
        vat: books['platform:vat'] ?? 0n,
        cash: books['provider:receivable'] ?? 0n,
      }).toEqual(totals);
    }),
    { numRuns: 12 },
  );
});

/** Each rule of the random days begins on a day of its own before the first sale, and after the end of the rule before it. */
const nextBegin = (start: string, index: number): string => addDays(start, 2 * index - 60);
const rateOfRule = ({ commission: { charge } }: NewRule): number => (charge.kind === 'RATE' ? charge.rate : 0);
