import { randomUUID } from 'node:crypto';
import { differenceOf, findAgain } from '../testing/found-break.js';
import { type ReconcilerWorld, reconcilerWorld } from '../testing/reconciler-world.js';

jest.setTimeout(60_000);
const NOW = new Date('2026-11-19T10:00:00+09:00');
let world: ReconcilerWorld;
beforeAll(async () => {
  world = await reconcilerWorld(NOW);
}, 120_000);
afterAll(() => world.close());

const rule = {
  critical: { amount: 500_000, ageHours: 48, dueHours: 12 },
  high: { amount: 50_000, ageHours: 24, dueHours: 24 },
  medium: { amount: 5_000, ageHours: 12, dueHours: 36 },
  low: { dueHours: 72 },
  effectiveFrom: '2026-11-20',
  reason: 'fewer people at night',
};
const url = '/reconciliation/severity-rules';
const propose = async (changed: object = {}, key?: string) =>
  (await world.call('kim', 'POST', url, { ...rule, ...changed }, key)).json;
const decide = async (id: unknown, verb: 'approve' | 'reject', who: Parameters<ReconcilerWorld['call']>[0] = 'lee') =>
  (await world.call(who, 'POST', `${url}/${String(id)}/${verb}`)).json;
/** The severity of a new break of an amount, and the hours until it is due, when it opens at a time. */
const opened = async (amount: bigint, at: string) => {
  const now = new Date(at);
  const id = await findAgain(world.db, differenceOf('TRANSACTION_AMOUNT', { amount }), '2026-11-19', now);
  const [row] = await world.db.query<{ severity: string; hours: number }[]>(
    `select reconciliation.severity(b, $2) as severity, (extract(epoch from b.due_at - b.opened_at) / 3600)::int as hours
       from reconciliation.break b where id = $1`,
    [id, now],
  );
  return [row?.severity, row?.hours];
};

test('the severities of the release are in the list', async () => {
  expect((await world.call('viewer', 'GET', `${url}?state=active`)).json.items).toMatchObject([
    {
      ...{ effectiveFrom: '2000-01-01', decidedBy: 'system:default', low: { dueHours: 168 } },
      critical: { amount: 100_000, ageHours: 120, dueHours: 24 },
    },
  ]);
});

test('proposed severities are in force for breaks that open from their date on, once a second person approved them', async () => {
  const { id } = await propose({}, 'severity-1');
  expect((await propose({}, 'severity-1'))['id']).toBe(id);
  expect(await opened(60_000n, '2026-11-20T01:00:00+09:00')).toEqual(['HIGH', 72]);
  expect((await decide(id, 'approve', 'kim'))['code']).toBe('FORBIDDEN');
  expect(await decide(id, 'approve')).toMatchObject({
    state: 'active',
    proposedBy: 'person:kim',
    decidedBy: 'person:lee',
    high: rule.high,
  });
  expect((await decide(id, 'approve'))['state']).toBe('active');
  expect((await decide(id, 'reject', 'choi'))['code']).toBe('MATCHING_RULE_STATE');
  expect(await opened(60_000n, '2026-11-19T23:59:59+09:00')).toEqual(['HIGH', 72]);
  expect(await opened(60_000n, '2026-11-20T00:00:00+09:00')).toEqual(['HIGH', 24]);
  expect(await opened(10_000n, '2026-11-20T00:00:00+09:00')).toEqual(['MEDIUM', 36]);
  const trail = await world.db.query<unknown[]>(
    `select kind, actor, before #>> '{critical,amount}' as before, after #>> '{critical,amount}' as after
       from audit.decision where subject = $1 order by number`,
    [id],
  );
  expect(trail).toEqual([
    { kind: 'severity-rule.proposed', actor: 'person:kim', before: '100000', after: '500000' },
    { kind: 'severity-rule.approved', actor: 'person:lee', before: null, after: null },
  ]);
});

test('whoever proposed does not approve, a key proposes nothing, and a date has one version', async () => {
  const mine = (await world.call('choi', 'POST', url, rule)).json;
  expect((await decide(mine['id'], 'approve', 'choi'))['code']).toBe('MATCHING_RULE_SECOND_PERSON_REQUIRED');
  expect((await world.call('robot', 'POST', url, rule)).json['code']).toBe('MATCHING_RULE_SECOND_PERSON_REQUIRED');
  await decide((await propose())['id'], 'approve');
  expect((await decide(mine['id'], 'approve'))['code']).toBe('MATCHING_RULE_TAKEN');
  expect((await decide(mine['id'], 'reject'))['state']).toBe('rejected');
  expect((await decide(randomUUID(), 'approve'))['code']).toBe('MATCHING_RULE_NOT_FOUND');
  await expect(world.db.query(`update reconciliation.severity_rule set high_amount = 1`)).rejects.toThrow(
    'never rewritten',
  );
});

// prettier-ignore
test.each([
  ['an amount that falls',      { critical: { ...rule.critical, amount: 40_000 } }],
  ['an age that falls',         { high: { ...rule.high, ageHours: 49 } }],
  ['no hours',                  { low: { dueHours: 0 } }],
  ['more hours than a year',    { low: { dueHours: 9_000 } }],
  ['an amount of nothing',      { medium: { ...rule.medium, amount: 0 } }],
  ['a field of no meaning',     { medium: { ...rule.medium, days: 3 } }],
  ['no reason',                 { reason: '' }],
  ['a date that does not exist', { effectiveFrom: '2026-02-30' }],
])('a rule with %s is refused', async (_, changed) => {
  expect((await propose(changed))['code']).toBe('INVALID_REQUEST');
});
