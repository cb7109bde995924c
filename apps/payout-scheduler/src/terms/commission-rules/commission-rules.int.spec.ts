import { randomUUID } from 'node:crypto';
import { plainTerms } from '@jeongsan/settlement';
import { testDatabase, type TestDatabase } from '@jeongsan/testing';
import { addTerms } from '../set-terms/set-terms.js';
import { createRule, type NewRule } from './create-rule.js';
import { endRule } from './end-rule.js';
import { readRules } from './read-rules.js';
import { personOf, rules } from '../../testing/people.js';

const now = new Date('2026-05-10T15:30:00Z'); // 11 May in Seoul
const { commission } = plainTerms({ commissionRate: 5_000 });
const formula = (text: string, rate = 0): NewRule['commission'] => ({
  ...commission,
  charge: { kind: 'FORMULA', formula: text, rate, amount: 100n },
});
const rule = (more: Partial<NewRule> = {}): NewRule => ({
  id: randomUUID(),
  category: `c-${randomUUID()}`,
  ...{ productId: null, sellerId: null, commission, effectiveFrom: '2026-05-11', effectiveTo: null },
  ...more,
});

const kim = personOf('kim', 'operator');
let database: TestDatabase;
const create = (one: NewRule) => createRule(database.db, one, kim, rules, now);
const rows = async (): Promise<unknown[]> => database.db.query('select * from payouts.commission_rule order by id');

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

test('a rule is kept with who set it and when; repeating it is the same rule, also once it has ended', async () => {
  const asked = rule({
    productId: 'book-1',
    sellerId: 'acme',
    commission: formula('ORDER_AMOUNT * FIXED_RATE', 3_000),
  });
  const made = await create(asked);
  expect(made).toEqual({ ...asked, createdAt: now, createdBy: 'person:kim', endedBy: null, numbersNeeded: [] });
  expect(await createRule(database.db, asked, personOf('lee', 'operator'), rules, new Date(now.getTime() + 1))).toEqual(
    made,
  );
  const ended = await endRule(database.db, asked.id, '2026-05-12', personOf('choi', 'operator'), rules, now);
  expect(ended).toEqual({ ...made, effectiveTo: '2026-05-12', endedBy: 'person:choi' });
  expect(await create(asked)).toEqual(ended);
  expect(await endRule(database.db, asked.id, '2026-05-12', kim, rules, now)).toEqual(ended);
});

test.each([
  [
    'a rate above 90 %',
    { commission: { ...commission, charge: { kind: 'RATE', rate: 90_001 } } },
    'CHARGE_RATE_OUT_OF_BOUNDS',
  ],
  ['a formula that does not parse', { commission: formula('ORDER_AMOUNT *') }, 'CHARGE_FORMULA_INVALID'],
  ['an input only fees know', { commission: formula('COMMISSION_AMOUNT') }, 'CHARGE_FORMULA_INVALID'],
  ['a formula below nothing', { commission: formula('ORDER_AMOUNT - FIXED_AMOUNT') }, 'CHARGE_FORMULA_NEGATIVE'],
  ['an end on its first day', { effectiveTo: '2026-05-11' }, 'COMMISSION_RULE_DATES'],
  ['an end before it begins', { effectiveFrom: '2026-06-01', effectiveTo: '2026-05-31' }, 'COMMISSION_RULE_DATES'],
  ['a beginning in the past', { effectiveFrom: '2026-05-10' }, 'COMMISSION_RULE_PAST'],
] as [string, Partial<NewRule>, string][])('%s is refused and nothing is written: %#', async (_, change, code) => {
  const before = await rows();
  await expect(create(rule(change))).rejects.toMatchObject({ code });
  expect(await rows()).toEqual(before);
});

test('other content under a known id is refused', async () => {
  const asked = rule();
  await create(asked);
  for (const change of [{ sellerId: 'acme' }, { commission: formula('FIXED_AMOUNT') }, { effectiveTo: '2026-06-01' }])
    await expect(create({ ...asked, ...change })).rejects.toMatchObject({ code: 'COMMISSION_RULE_CONFLICT' });
});

test('rules of the same dimensions may follow each other but not overlap; other dimensions may', async () => {
  const first = rule({ sellerId: 'acme', effectiveTo: '2026-06-01' });
  await create(first);
  for (const days of [
    { effectiveFrom: '2026-05-31' },
    { effectiveFrom: '2026-05-11', effectiveTo: '2026-05-12' },
    { effectiveFrom: '2026-05-20', effectiveTo: '2026-05-21' },
  ]) {
    await expect(create({ ...first, effectiveTo: null, ...days, id: randomUUID() })).rejects.toMatchObject({
      code: 'COMMISSION_RULE_OVERLAP',
    });
  }
  await create({ ...first, id: randomUUID(), effectiveFrom: '2026-06-01', effectiveTo: null });
  await create({ ...first, id: randomUUID(), sellerId: null });
  await create({ ...first, id: randomUUID(), sellerId: null, productId: 'acme' });
});

test('16 overlapping rules at once: one is made', async () => {
  const { category } = rule();
  const attempts = await Promise.allSettled(Array.from({ length: 16 }, () => create(rule({ category }))));
  expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const codes = attempts.flatMap((a) => (a.status === 'rejected' ? [(a.reason as { code: string }).code] : []));
  expect(new Set(codes)).toEqual(new Set(['COMMISSION_RULE_OVERLAP']));
});

test('a rule ends today or later, earlier than planned but never later, and not twice over', async () => {
  const planned = await create(rule({ effectiveTo: '2026-07-01' }));
  const end = (id: string, on: string, when = now) => endRule(database.db, id, on, kim, rules, when);
  await expect(end(randomUUID(), '2026-06-01')).rejects.toMatchObject({ code: 'COMMISSION_RULE_NOT_FOUND' });
  await expect(end(planned.id, '2026-05-11')).rejects.toMatchObject({ code: 'COMMISSION_RULE_DATES' });
  await expect(end(planned.id, '2026-07-02')).rejects.toMatchObject({ code: 'COMMISSION_RULE_DATES' });
  const june = new Date('2026-06-10T03:00:00Z');
  await expect(end(planned.id, '2026-06-09', june)).rejects.toMatchObject({ code: 'COMMISSION_RULE_PAST' });
  expect((await end(planned.id, '2026-06-10', june)).effectiveTo).toBe('2026-06-10');
  await expect(end(planned.id, '2026-06-09', june)).rejects.toMatchObject({ code: 'COMMISSION_RULE_PAST' });
});

test('rules are read by what they are about and by day, page by page', async () => {
  const sellerId = `seller-${randomUUID().slice(0, 8)}`;
  const made = [];
  for (let month = 6; month <= 9; month += 1)
    made.push(await create(rule({ sellerId, effectiveFrom: `2026-0${month}-01`, effectiveTo: `2026-0${month}-15` })));
  const ids = made.map(({ id }) => id).sort();
  const first = await readRules(database.db, { sellerId, limit: 3 });
  expect(first.items.map(({ id }) => id)).toEqual(ids.slice(0, 3));
  const rest = await readRules(database.db, { sellerId, limit: 3, after: first.nextCursor as string });
  expect(rest).toMatchObject({ items: [{ id: ids[3] }], nextCursor: null });
  expect((await readRules(database.db, { sellerId, on: '2026-07-14' })).items).toEqual([made[1]]);
  expect((await readRules(database.db, { sellerId, on: '2026-07-15' })).items).toEqual([]);
  expect((await readRules(database.db, { category: made[0]?.category ?? '' })).items).toEqual([made[0]]);
});

describe('terms', () => {
  const set = (sellerId: string, effectiveFrom: string, commissionRate = 0) =>
    addTerms(database.db, { sellerId, effectiveFrom, ...plainTerms({ commissionRate }) }, 'key:market', now);

  test('the first may begin whenever; later ones not before the one in force, but before those to come', async () => {
    await set('s1', '2026-01-01');
    await expect(set('s1', '2025-12-31')).rejects.toMatchObject({ code: 'TERMS_OUT_OF_ORDER' });
    await set('s1', '2026-05-11');
    await expect(set('s1', '2026-03-01')).rejects.toMatchObject({ code: 'TERMS_OUT_OF_ORDER' });
    await set('s1', '2026-09-01');
    await set('s1', '2026-07-01');
    expect(await set('s1', '2026-01-01')).toMatchObject({ effectiveFrom: '2026-01-01' });
    await expect(set('s1', '2026-01-01', 5)).rejects.toMatchObject({ code: 'TERMS_CONFLICT' });
  });

  const fee = { ...commission, code: 'PAYMENT', name: { ko: '결제', en: 'Payment' } };
  // prettier-ignore
  test.each([
    ['RATE_OUT_OF_BOUNDS', { commission: { ...commission, charge: { kind: 'RATE' as const, rate: -1 } } }],
    ['FORMULA_INVALID',    { commission: formula('ORDER_AMOUNT / 10') }],
    ['FORMULA_NEGATIVE',   { fees: [{ ...fee, ...formula('COMMISSION_AMOUNT - FIXED_AMOUNT') }] }],
    ['FEE_CODE_TWICE',     { fees: [fee, fee] }],
  ])('%s is refused, and says so', async (problem, change) => {
    const terms = { sellerId: 's2', effectiveFrom: '2026-01-01', ...plainTerms(), ...change };
    await expect(addTerms(database.db, terms, 'key:market', now)).rejects.toMatchObject({ code: 'TERMS_INVALID', extensions: { problem } });
    expect(await database.db.query(`select from payouts.seller_terms where seller_id = 's2'`)).toEqual([]);
  });
});
