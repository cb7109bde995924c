import { randomUUID } from 'node:crypto';
import { onboardedSeller, schedulerWorld, type SchedulerWorld } from '../../../testing/scheduler-world.js';

jest.setTimeout(30_000);
let world: SchedulerWorld;
beforeAll(async () => {
  world = await schedulerWorld(new Date('2026-05-11T01:00:00Z'));
});
afterAll(() => world.close());

test('who may read about parked payouts, propose and approve, and what is no proposal', async () => {
  const [payout, decision] = [randomUUID(), randomUUID()];
  const path = `/parked-payouts/${payout}/decisions`;
  const proposal = { kind: 'NEVER_MADE', reason: 'not in the console' };
  expect(await world.call('viewer', 'GET', '/parked-payouts')).toMatchObject({ status: 200, json: { items: [] } });
  const answers = [
    await world.call('viewer', 'POST', path, proposal),
    await world.call('kim', 'POST', path, { ...proposal, kind: 'MADE' }),
    await world.call('kim', 'POST', path, { ...proposal, providerPayoutId: 'payout-1' }),
    await world.call('kim', 'POST', path, proposal),
    await world.call('kim', 'POST', `/parked-decisions/${decision}/approve`),
    await world.call('lee', 'POST', `/parked-decisions/${decision}/approve`),
    await world.call('lee', 'POST', `/parked-decisions/${decision}/reject`),
  ];
  expect(answers.map(({ status, json }) => [status, json.code])).toEqual([
    [403, 'FORBIDDEN'],
    [400, 'INVALID_REQUEST'],
    [400, 'INVALID_REQUEST'],
    [404, 'PAYOUT_NOT_FOUND'],
    [403, 'FORBIDDEN'],
    [404, 'PARKED_DECISION_NOT_FOUND'],
    [404, 'PARKED_DECISION_NOT_FOUND'],
  ]);
});

test('the headroom of a seller is told over HTTP, in won as numbers', async () => {
  const seller = await onboardedSeller(world.db);
  await world.db.query(`update onboarding.seller set state = 'limited' where seller_id = $1`, [seller]);
  expect(await world.call('viewer', 'GET', `/sellers/${seller}/payout-headroom`)).toMatchObject({
    status: 200,
    json: { limit: 10_000_000, used: 0, headroom: 10_000_000, payable: 0, waiting: 0, frees: [], fitsOn: null },
  });
  expect((await world.call('viewer', 'GET', '/sellers/nobody/payout-headroom')).json.code).toBe('SELLER_NOT_FOUND');
});
