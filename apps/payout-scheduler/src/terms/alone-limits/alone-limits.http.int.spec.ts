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

test("terms within a point are one person's; beyond, two people set them", async () => {
  const sellerId = await onboardedSeller(world.db, plainTerms({ commissionRate: 5_000 }));
  const path = `/sellers/${sellerId}/terms`;
  expect(await world.call('kim', 'POST', path, termsOf(6_000, '2026-06-01'))).toMatchObject({ status: 201 });
  const beyond = await world.call('kim', 'POST', path, termsOf(4_000, '2026-07-01'));
  expect(beyond).toMatchObject({ status: 403, json: { code: 'TERMS_SECOND_PERSON_REQUIRED', reasons: ['RATE'] } });

  const proposed = await world.call('kim', 'POST', '/terms-changes', { sellerId, ...termsOf(4_000, '2026-07-01') });
  expect(proposed).toMatchObject({ status: 201, json: { isEstimate: true, state: 'proposed' } });
  const { id, contentHash } = proposed.json;
  const approve = (who: 'kim' | 'park') =>
    world.call(who, 'POST', `/terms-changes/${String(id)}/approve`, { contentHash });
  expect((await approve('park')).status).toBe(200);
  const { items } = (await world.call('viewer', 'GET', path)).json;
  expect(items.map(({ effectiveFrom }) => effectiveFrom)).toContain('2026-07-01');
});

test("a rule for one seller is one person's; a rule for more sellers of days to come takes two", async () => {
  const sellerId = await onboardedSeller(world.db);
  await onboardedSeller(world.db);
  const rule = (more: object) => ({
    ...{ id: randomUUID(), category: `c-${randomUUID()}`, effectiveFrom: '2026-06-01' },
    ...{ commission: { charge: { kind: 'RATE', rate: 3_000 } }, ...more },
  });
  expect((await world.call('kim', 'POST', '/commission-rules', rule({ sellerId }))).status).toBe(201);
  const wide = rule({});
  expect(await world.call('kim', 'POST', '/commission-rules', wide)).toMatchObject({
    ...{ status: 403, json: { code: 'COMMISSION_RULE_SECOND_PERSON_REQUIRED' } },
  });

  const proposed = await world.call('kim', 'POST', '/commission-rule-changes', { kind: 'begin', rule: wide });
  expect(proposed).toMatchObject({ status: 201, json: { lineCount: 0, state: 'proposed' } });
  const { id, contentHash } = proposed.json;
  const path = `/commission-rule-changes/${String(id)}/approve`;
  expect((await world.call('lee', 'POST', path, { contentHash })).status).toBe(200);
  const { items } = (await world.call('viewer', 'GET', `/commission-rules?category=${wide.category}`)).json;
  expect(items).toMatchObject([{ id: wide.id, effectiveFrom: '2026-06-01' }]);
});
