import { randomUUID } from 'node:crypto';
import { encode } from '@jeongsan/http-contract';
import { TermsIn } from '@jeongsan/platform-contract';
import { plainTerms } from '@jeongsan/settlement';
import { onboardedSeller, schedulerWorld, type SchedulerWorld } from '../../testing/scheduler-world.js';

jest.setTimeout(60_000);
let world: SchedulerWorld;
beforeAll(async () => {
  world = await schedulerWorld(new Date('2026-05-11T01:00:00Z'), {
    TERMS_ALONE_RATE_POINTS: '1',
    RULES_ALONE_SELLERS: '1',
  });
}, 60_000);
afterAll(() => world.close());

const termsOf = (commissionRate: number, effectiveFrom: string) =>
  encode(TermsIn, { ...plainTerms({ commissionRate }), effectiveFrom }) as object;

const rule = (rate: number, more: object = {}) => ({
  ...{ id: randomUUID(), category: `c-${randomUUID()}`, effectiveFrom: '2026-06-01' },
  ...{ commission: { charge: { kind: 'RATE', rate } }, ...more },
});

/** Two people set the terms of a seller. */
async function agree(sellerId: string, rate: number, effectiveFrom: string): Promise<void> {
  const proposed = await world.call('kim', 'POST', '/terms-changes', { sellerId, ...termsOf(rate, effectiveFrom) });
  expect(proposed).toMatchObject({ status: 201, json: { isEstimate: true, state: 'proposed' } });
  const { id, contentHash } = proposed.json;
  expect((await world.call('park', 'POST', `/terms-changes/${String(id)}/approve`, { contentHash })).status).toBe(200);
}

/** Two people begin or end a rule. */
async function agreeOnRule<Change extends object>(change: Change): Promise<Change> {
  const { id, contentHash } = (await world.call('kim', 'POST', '/commission-rule-changes', change)).json;
  const path = `/commission-rule-changes/${String(id)}/approve`;
  expect(await world.call('lee', 'POST', path, { contentHash })).toMatchObject({ status: 200 });
  return change;
}

test("terms within a point are one person's; beyond, two people set them", async () => {
  const sellerId = await onboardedSeller(world.db, plainTerms({ commissionRate: 5_000 }));
  const path = `/sellers/${sellerId}/terms`;
  expect(await world.call('kim', 'POST', path, termsOf(6_000, '2026-06-01'))).toMatchObject({ status: 201 });
  const beyond = await world.call('kim', 'POST', path, termsOf(3_000, '2026-07-01'));
  expect(beyond).toMatchObject({ status: 403, json: { code: 'TERMS_SECOND_PERSON_REQUIRED', reasons: ['RATE'] } });
  await agree(sellerId, 3_000, '2026-07-01');
  const { items } = (await world.call('viewer', 'GET', path)).json;
  expect(items.map(({ effectiveFrom }) => effectiveFrom)).toContain('2026-07-01');
});

test('small steps of one person end where one large step ends: a point from the first terms, or from those of two people', async () => {
  const sellerId = await onboardedSeller(world.db, plainTerms({ commissionRate: 5_000 }));
  const set = async (rate: number, effectiveFrom: string) =>
    (await world.call('kim', 'POST', `/sellers/${sellerId}/terms`, termsOf(rate, effectiveFrom))).status;
  expect(await set(6_000, '2026-06-01')).toBe(201);
  expect(await set(7_000, '2026-07-01')).toBe(403);
  expect(await set(4_000, '2026-07-01')).toBe(201);
  // Before the first terms there are none to compare with: the first count.
  expect(await set(7_000, '2025-12-01')).toBe(403);
  await agree(sellerId, 7_000, '2026-08-01');
  expect(await set(4_000, '2026-09-01')).toBe(403);
  expect(await set(8_000, '2026-09-01')).toBe(201);
  expect(await set(9_000, '2026-10-01')).toBe(403);
});

test('a rule for one seller is held against the agreed terms of its days and the rules that it replaces', async () => {
  const sellerId = await onboardedSeller(world.db, plainTerms({ commissionRate: 5_000 }));
  await agree(sellerId, 6_500, '2026-09-01');
  const create = (rate: number, more: object) => world.call('kim', 'POST', '/commission-rules', rule(rate, more));
  const codeOf = async (reply: ReturnType<typeof create>) => (await reply).json['code'];
  const summer = { sellerId, effectiveFrom: '2026-06-01', effectiveTo: '2026-09-01' };
  expect(await codeOf(create(3_999, summer))).toBe('COMMISSION_RULE_SECOND_PERSON_REQUIRED');
  expect((await create(4_000, summer)).status).toBe(201);
  expect(await codeOf(create(5_000, { ...summer, effectiveTo: null }))).toBe('COMMISSION_RULE_SECOND_PERSON_REQUIRED');
  expect((await create(5_500, { ...summer, effectiveTo: null })).status).toBe(201);
  expect(await codeOf(create(5_000, { sellerId: 'nobody' }))).toBe('COMMISSION_RULE_SECOND_PERSON_REQUIRED');

  const books = `c-${randomUUID()}`;
  const wide = await agreeOnRule({ kind: 'begin', rule: rule(3_000, { category: books }) });
  const ofSeller = { ...summer, category: books };
  expect(await codeOf(create(5_000, ofSeller))).toBe('COMMISSION_RULE_SECOND_PERSON_REQUIRED');
  const { rule: made } = await agreeOnRule({ kind: 'begin', rule: rule(5_000, ofSeller) });
  const end = (effectiveTo: string) => world.call('kim', 'POST', `/commission-rules/${made.id}/end`, { effectiveTo });
  expect(await codeOf(end('2026-07-01'))).toBe('COMMISSION_RULE_SECOND_PERSON_REQUIRED');
  await agreeOnRule({ kind: 'end', ruleId: wide.rule.id, effectiveTo: '2026-07-01' });
  expect((await end('2026-07-01')).status).toBe(200);
});

test("a rule for one seller is one person's; a rule for more sellers of days to come takes two", async () => {
  const sellerId = await onboardedSeller(world.db, plainTerms({ commissionRate: 3_000 }));
  await onboardedSeller(world.db);
  expect((await world.call('kim', 'POST', '/commission-rules', rule(3_000, { sellerId }))).status).toBe(201);
  const wide = rule(3_000);
  expect(await world.call('kim', 'POST', '/commission-rules', wide)).toMatchObject({
    ...{ status: 403, json: { code: 'COMMISSION_RULE_SECOND_PERSON_REQUIRED' } },
  });

  await agreeOnRule({ kind: 'begin', rule: wide });
  const { items } = (await world.call('viewer', 'GET', `/commission-rules?category=${wide.category}`)).json;
  expect(items).toMatchObject([{ id: wide.id, effectiveFrom: '2026-06-01' }]);
});
