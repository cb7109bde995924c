import { placeOrder } from './terms-market.js';
import { onboardedSeller, schedulerWorld, type Person, type SchedulerWorld } from './scheduler-world.js';

jest.setTimeout(120_000);
let world: SchedulerWorld;
let sellerId: string;
beforeAll(async () => {
  world = await schedulerWorld(new Date('2026-05-08T01:00:00Z'));
  sellerId = await onboardedSeller(world.db);
  await placeOrder(world.db, { sellerId, amount: 10_000n, rate: 10_000, at: new Date('2026-05-04T01:00:00Z') });
}, 120_000);
afterAll(() => world.close());

const reason = 'decided in the meeting of May';
const cited = {
  name: { ko: '테스트', en: 'test' },
  source: 'A law of this test',
  article: '1',
  standing: 'in_force',
  effectiveFrom: '2026-06-01',
};
const statutoryRule = { ...cited, code: 'TEST_DAYS', startEvent: 'PAID', monthEnd: false, days: 10, onHoliday: 'NEXT' };
const choice = { category: 'food', ruleCode: 'TEST_DAYS', effectiveFrom: '2026-06-01' };
const policy = {
  effectiveFrom: '2026-06-01',
  rules: { retry: { afterBusinessDays: 1, attemptsMax: 2 }, seller_must_act: null },
};
const terms = {
  commission: { charge: { kind: 'RATE', rate: 8_000 } },
  tranches: [{ share: 100_000, days: 2, unit: 'BUSINESS' }],
  ...{ cycle: 'DAILY', datePolicy: 'HOLIDAY_AFTER', effectiveFrom: '2026-05-01' },
};
const rule = {
  id: '01890000-0000-7000-8000-000000000001',
  category: 'food',
  commission: { charge: { kind: 'RATE', rate: 5_000 } },
  effectiveFrom: '2026-05-01',
};

type Decision = Record<'id' | 'kind' | 'actor' | 'reason', string> &
  Readonly<{ credential: string; subject: string; before: object | null; after: object | null }>;
const decisions = (): Promise<Decision[]> =>
  world.db.query<Decision[]>(
    'select id, kind, actor, credential, subject, reason, before, after from audit.decision order by id',
  );

/** Calls an endpoint that must succeed, and returns its answer with the decisions that the call added. */
async function decided(who: Person, url: string, body: object) {
  const earlier = new Set((await decisions()).map(({ id }) => id));
  const { status, json } = await world.call(who, 'POST', url, body);
  expect([url, status < 300 ? 'ok' : json]).toEqual([url, 'ok']);
  return { json, added: (await decisions()).filter(({ id }) => !earlier.has(id)) };
}

type Case = Readonly<{
  url: string;
  kind: string;
  who: Person;
  body: () => object;
  reason: string | null;
  before: object | null;
  after: object;
  /** The proposal that the decision is about. */
  first?: Readonly<{ who: Person; url: () => string; body: () => object }>;
}>;

const isProposed = { state: 'proposed' };
const isRejected = { state: 'rejected' };

// prettier-ignore
const cases: readonly Case[] = [
  { url: '/statutory-rules',   kind: 'statutory-rule.added',   who: 'park', body: () => ({ ...statutoryRule, reason }), reason, before: null, after: { rule: 'TEST_DAYS', terms: { days: 10 } } },
  { url: '/statutory-choices', kind: 'statutory-rule.chosen',  who: 'park', body: () => ({ ...choice, reason }), reason, before: null, after: { category: 'food', rule: 'TEST_DAYS' } },
  { url: '/segregation-rules', kind: 'segregation-rule.added', who: 'park', body: () => ({ ...cited, code: 'TEST_SHARE', rate: 60_000, reason }), reason, before: null, after: { rule: 'TEST_SHARE', rate: 60_000 } },
  { url: '/reissue-policies',  kind: 'reissue-policy.set',     who: 'park', body: () => ({ ...policy, reason }), reason, before: { version: 0 }, after: { version: 1, rules: policy.rules } },
  { url: '/terms-changes',     kind: 'terms-change.proposed',  who: 'kim',  body: () => ({ ...terms, sellerId }), reason: null, before: null, after: isProposed },
  { url: '/terms-changes/{id}/reject', kind: 'terms-change.rejected', who: 'park', body: () => ({}), reason: null, before: isProposed, after: isRejected,
    first: { who: 'kim', url: () => '/terms-changes', body: () => ({ ...terms, sellerId }) } },
  { url: '/commission-rule-changes', kind: 'rule-change.proposed', who: 'kim', body: () => ({ kind: 'begin', rule }), reason: null, before: null, after: isProposed },
  { url: '/commission-rule-changes/{id}/reject', kind: 'rule-change.rejected', who: 'park', body: () => ({}), reason: null, before: isProposed, after: isRejected,
    first: { who: 'kim', url: () => '/commission-rule-changes', body: () => ({ kind: 'begin', rule: { ...rule, id: '01890000-0000-7000-8000-000000000002' } }) } },
  { url: '/adjustments/{id}/reject', kind: 'adjustment.rejected', who: 'park', body: () => ({}), reason, before: isProposed, after: isRejected,
    first: { who: 'kim', url: () => `/sellers/${sellerId}/adjustments`, body: () => ({ amount: 5_000, reason }) } },
];

test.each(cases)('POST $url is one decision of kind $kind, with who, by what, why, before and after', async (it) => {
  const proposed = it.first && (await decided(it.first.who, it.first.url(), it.first.body()));
  const url = it.url.replace('{id}', String(proposed?.json['id']));
  const { added } = await decided(it.who, url, it.body());
  expect(added).toMatchObject([{ kind: it.kind, actor: `person:${it.who}`, reason: it.reason }]);
  const [decision] = added;
  expect(decision?.credential).toBeTruthy();
  expect(decision?.subject).toBeTruthy();
  expect([decision?.before, decision?.after]).toMatchObject([it.before, it.after]);
});
