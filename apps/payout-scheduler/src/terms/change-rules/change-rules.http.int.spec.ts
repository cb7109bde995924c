import { randomUUID } from 'node:crypto';
import { plainTerms } from '@jeongsan/settlement';
import { onboardedSeller, schedulerWorld, type Person, type SchedulerWorld } from '../../testing/scheduler-world.js';
import { placeOrder } from '../../testing/terms-market.js';

jest.setTimeout(60_000);
const NOW = new Date('2026-05-11T10:00:00+09:00');
let world: SchedulerWorld;
beforeAll(async () => {
  world = await schedulerWorld(NOW, {
    APPROVAL_LIMITS: JSON.stringify({ roles: { approver: '2000', admin: null } }),
    REAUTH_THRESHOLD: '3000',
  });
}, 120_000);
afterAll(() => world.close());

const decide = (id: unknown, verb: 'approve' | 'reject', who: Person, body: object = {}) =>
  world.call(who, 'POST', `/commission-rule-changes/${String(id)}/${verb}`, body);

test('a rule is begun in the past, and ended in the past, over HTTP, by who may, within the limits', async () => {
  const commission = plainTerms({ commissionRate: 10_000 }).commission;
  const sellers = [
    await onboardedSeller(world.db, { commission }),
    await onboardedSeller(world.db, { commission }),
  ].sort();
  const category = `c-${randomUUID().slice(0, 8)}`;
  for (const sellerId of sellers)
    for (const amount of [10_000n, 20_000n])
      await placeOrder(world.db, {
        sellerId,
        amount,
        rate: 10_000,
        category,
        at: new Date('2026-05-04T10:00:00+09:00'),
      });
  const rule = {
    id: randomUUID(),
    category,
    commission: { charge: { kind: 'RATE', rate: 5_000 } },
    effectiveFrom: '2026-05-01',
  };
  const propose = (who: Person, body: object) => world.call(who, 'POST', '/commission-rule-changes', body);
  expect((await propose('lee', { kind: 'begin', rule })).json['code']).toBe('FORBIDDEN');
  expect((await propose('kim', { kind: 'begin', rule: { ...rule, categroy: 'x' } })).json['code']).toBe(
    'INVALID_REQUEST',
  );
  const proposed = await propose('kim', { kind: 'begin', rule });
  expect([proposed.status, proposed.json]).toMatchObject([
    201,
    {
      state: 'proposed',
      sellerCount: 2,
      lineCount: 4,
      net: 3_300,
      moved: 3_300,
      rule: { category, effectiveTo: null },
    },
  ]);
  const { id, contentHash } = proposed.json;
  const path = `/commission-rule-changes/${String(id)}`;
  const first = await world.call('viewer', 'GET', `${path}?limit=1`);
  expect(first.json['sellers']).toMatchObject({
    items: [{ sellerId: sellers[0], lineCount: 2, total: { net: 1_650, commission: -1_500, commissionVat: -150 } }],
    nextCursor: sellers[0],
  });
  const rest = await world.call('viewer', 'GET', `${path}?limit=1&after=${sellers[0]}`);
  expect(rest.json['sellers']).toMatchObject({ items: [{ sellerId: sellers[1] }], nextCursor: null });
  const lines = await world.call('viewer', 'GET', `${path}/lines?sellerId=${sellers[1]}&limit=1`);
  expect([lines.json.items.length, lines.json.nextCursor === null]).toEqual([1, false]);

  expect((await decide(id, 'approve', 'lee', { contentHash })).json['code']).toBe('APPROVAL_LIMIT_EXCEEDED');
  expect((await decide(id, 'approve', 'jung', { contentHash })).json['code']).toBe('REAUTHENTICATION_REQUIRED');
  expect((await decide(id, 'approve', 'robot', { contentHash })).json['code']).toBe(
    'RULE_CHANGE_SECOND_PERSON_REQUIRED',
  );
  const approved = await decide(id, 'approve', 'park', { contentHash });
  expect(approved).toMatchObject({ status: 200, json: { state: 'approved', decidedBy: 'person:park' } });
  const list = await world.call('viewer', 'GET', '/commission-rule-changes?state=approved');
  expect(list.json.items).toEqual([approved.json]);
  expect((await world.call('viewer', 'GET', `/commission-rules?category=${category}`)).json.items).toMatchObject([
    { id: rule.id, effectiveFrom: '2026-05-01', createdBy: 'person:park', numbersNeeded: [] },
  ]);

  const ended = await propose('kim', { kind: 'end', ruleId: rule.id, effectiveTo: '2026-05-03' });
  expect(ended.json).toMatchObject({ kind: 'end', rule: null, net: -3_300, effectiveFrom: '2026-05-03' });
  expect((await decide(ended.json['id'], 'reject', 'lee')).json).toMatchObject({ state: 'rejected' });
  expect((await decide(ended.json['id'], 'approve', 'park', ended.json)).status).toBe(400);
});
