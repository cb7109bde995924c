import { transaction } from '@jeongsan/database';
import { draftRun } from '../../runs/draft-run/draft-run.js';
import { policy } from '../../../testing/payout-world.js';
import { approveDrafts } from '../../../testing/people.js';
import { onboardedSeller, schedulerWorld, type Person, type SchedulerWorld } from '../../../testing/scheduler-world.js';
import { sellerHas } from '@jeongsan/testing';
import { recordDispatchDecision } from './control-row.js';
import { schedulerAs } from '../../payout-store/decider.js';

jest.setTimeout(60_000);
const NOW = new Date('2026-05-11T10:00:00+09:00');

let world: SchedulerWorld;
beforeAll(async () => {
  world = await schedulerWorld(NOW);
}, 120_000);
afterAll(() => world.close());

const post = (who: Person, path: string, body: object = { reason: 'a drill' }) => world.call(who, 'POST', path, body);
const read = async () => (await world.call('viewer', 'GET', '/dispatch-control')).json;

/** An approved run that waits to be sent; `amount` in won. */
async function waitingRun(amount: bigint, businessDate: string): Promise<string> {
  const seller = await onboardedSeller(world.db);
  await sellerHas(world.db, seller, amount);
  const generous = { ...policy, selfApproveUpTo: 10_000_000_000n };
  await draftRun(world.db, businessDate, generous, () => NOW);
  await approveDrafts(world.db, generous, NOW);
  const [run] = await world.db.query<{ id: string }[]>(`select id from payouts.run where business_date = $1`, [
    businessDate,
  ]);
  return run?.id ?? '';
}

const finding = (providerPayoutId: string) =>
  world.db.query(
    `insert into payouts.provider_finding (provider_payout_id, ref_payout_id, destination, seller_id, kind, amount, provider_status,
       payout_date, found_at) values ($1, null, 'seller_x', null, 'UNKNOWN_PAYOUT', 5000, 'COMPLETED', '2026-05-11', $2)`,
    [providerPayoutId, NOW],
  );
const lock = () => world.db.query(`update payouts.dispatch_control set locked = true`);

test('anybody who decides about payouts stops them; going on takes an approver; each decision says by whom and why', async () => {
  expect(await read()).toMatchObject({ state: 'open', openFindings: 0, comparedAt: null, decisions: [] });
  const halted = await post('kim', '/dispatch-control/halt', { reason: 'amounts look wrong' });
  expect(halted).toMatchObject({ status: 200, json: { state: 'halted' } });
  expect(halted.json['text']).toEqual({
    ko: '운영자가 모든 지급을 중지했습니다.',
    en: 'A person stopped all payouts.',
  });
  // A second halt changes nothing: the first reason stays.
  expect((await post('lee', '/dispatch-control/halt')).status).toBe(200);
  expect((await post('lee', '/dispatch-control/resume', { reason: 'they were right' })).json['state']).toBe('open');
  await post('lee', '/dispatch-control/resume');
  expect((await read())['decisions']).toEqual([
    {
      action: 'resumed',
      reason: 'they were right',
      by: 'person:lee',
      role: 'approver',
      at: expect.any(String) as string,
    },
    {
      action: 'halted',
      reason: 'amounts look wrong',
      by: 'person:kim',
      role: 'operator',
      at: expect.any(String) as string,
    },
  ]);
});

test('who may do what, and what is no reason', async () => {
  const nobody = { status: 403, json: { code: 'FORBIDDEN' } };
  expect(await post('viewer', '/dispatch-control/halt')).toMatchObject(nobody);
  expect(await post('kim', '/dispatch-control/resume')).toMatchObject(nobody);
  expect(await post('kim', '/dispatch-control/acknowledge', { reason: 'seen', openFindings: 0 })).toMatchObject(nobody);
  expect(await post('kim', '/payout-runs/0198c1de-0000-4000-8000-000000000001/overrides')).toMatchObject(nobody);
  for (const body of [{}, { reason: '' }, { reason: '  ' }, { reason: 'x'.repeat(501) }])
    expect(await post('kim', '/dispatch-control/halt', body)).toMatchObject({
      status: 400,
      json: { code: 'INVALID_REQUEST' },
    });
  expect((await read())['state']).toBe('open');
});

test('decisions and findings stay as they were written', async () => {
  await post('kim', '/dispatch-control/halt');
  await post('lee', '/dispatch-control/resume');
  await finding('po_kept');
  for (const change of [
    `update payouts.dispatch_decision set reason = 'another'`,
    `delete from payouts.dispatch_decision`,
    `truncate payouts.dispatch_decision cascade`,
    `update payouts.provider_finding set amount = 1`,
    `delete from payouts.provider_finding`,
  ])
    await expect(world.db.query(change)).rejects.toMatchObject({ code: 'JS005' });
});

test('a lock is lifted by who looked at every finding, and at no other', async () => {
  await lock();
  await finding('po_2');
  expect(await read()).toMatchObject({ state: 'locked', openFindings: 2 });
  const page = await world.call('viewer', 'GET', '/dispatch-control/findings?open=true&limit=1');
  expect(page.json.items).toMatchObject([
    { providerPayoutId: 'po_kept', kind: 'UNKNOWN_PAYOUT', amount: 5_000, acknowledgedBy: null },
  ]);
  const rest = await world.call('viewer', 'GET', `/dispatch-control/findings?open=true&after=${page.json.nextCursor}`);
  expect(rest.json.items).toMatchObject([{ providerPayoutId: 'po_2' }]);

  const stale = await post('lee', '/dispatch-control/acknowledge', { reason: 'seen', openFindings: 1 });
  expect(stale).toMatchObject({ status: 409, json: { code: 'DISPATCH_FINDINGS_CHANGED' } });
  // A halt and a lock are independent: ending one does not end the other.
  await post('kim', '/dispatch-control/halt');
  expect((await post('lee', '/dispatch-control/resume')).json['state']).toBe('locked');
  await post('kim', '/dispatch-control/halt');
  const seen = await post('lee', '/dispatch-control/acknowledge', { reason: 'paid by hand', openFindings: 2 });
  expect(seen).toMatchObject({ status: 200, json: { state: 'halted', openFindings: 0 } });
  expect((await post('lee', '/dispatch-control/resume')).json['state']).toBe('open');
  const all = await world.call('viewer', 'GET', '/dispatch-control/findings?open=false');
  expect(all.json.items.map((f) => f['acknowledgedBy'])).toEqual(['person:lee', 'person:lee']);
});

test('what is as large as a run that needs a fresh sign-in needs one to be let go', async () => {
  await waitingRun(600_000_000n, '2026-05-11'); // REAUTH_THRESHOLD is 500,000,000
  expect((await read())['waiting']).toBe(600_000_000);
  await post('kim', '/dispatch-control/halt');
  const refused = { status: 403, json: { code: 'DISPATCH_REAUTHENTICATION_REQUIRED' } };
  expect(await post('jung', '/dispatch-control/resume')).toMatchObject(refused);
  await lock();
  expect(await post('jung', '/dispatch-control/acknowledge', { reason: 'seen', openFindings: 0 })).toMatchObject(
    refused,
  );
  expect((await read())['state']).toBe('halted_and_locked');
  await world.db.query(`update payouts.dispatch_control set halted = false, locked = false`);
});

test('a run is let past a limit by somebody else than its drafter, once, and only while something of it waits', async () => {
  const runId = await waitingRun(20_000n, '2026-05-12');
  const overrides = `/payout-runs/${runId}/overrides`;
  const body = { kind: 'RUN_CAP', reason: 'the yearly bonus' };
  expect(await post('lee', overrides, { ...body, kind: 'ANY' })).toMatchObject({ status: 400 });
  expect(await post('lee', '/payout-runs/0198c1de-0000-4000-8000-000000000001/overrides', body)).toMatchObject({
    ...{ status: 404, json: { code: 'RUN_NOT_FOUND' } },
  });
  const first = await post('lee', overrides, body);
  expect(first).toMatchObject({
    status: 201,
    json: { runId, kind: 'RUN_CAP', reason: 'the yearly bonus', placedBy: 'person:lee' },
  });
  expect((await post('park', overrides, { ...body, reason: 'again' })).json).toMatchObject({ placedBy: 'person:lee' });
  const { json } = await world.call('viewer', 'GET', `/payout-runs/${runId}`);
  expect(json['overrides']).toMatchObject([{ kind: 'RUN_CAP', placedBy: 'person:lee' }]);

  await world.db.query(`update payouts.run set state = 'closed' where id = $1`, [runId]);
  expect(await post('lee', overrides, { ...body, kind: 'DAY_CAP' })).toMatchObject({
    ...{ status: 409, json: { code: 'RUN_STATE' } },
  });
  await expect(world.db.query(`delete from payouts.run_override`)).rejects.toMatchObject({ code: 'JS005' });
});

test('who drafted a run does not let it pass', async () => {
  const asked = await post('park', '/payout-runs', { businessDate: '2026-05-11' });
  expect(asked.json['code']).toBe('RUN_DATE_TAKEN');
  const runId = await world.db
    .query<{ id: string }[]>(`select id from payouts.run where business_date = '2026-05-11'`)
    .then(([run]) => run?.id ?? '');
  await world.db.transaction(async (tx) => {
    await tx.query(`set local session_replication_role = replica`);
    await tx.query(`update payouts.run set drafted_by = 'person:park' where id = $1`, [runId]);
  });
  const body = { kind: 'DUPLICATE_RUN', reason: 'no duplicate' };
  expect(await post('park', `/payout-runs/${runId}/overrides`, body)).toMatchObject({
    ...{ status: 403, json: { code: 'RUN_SECOND_PERSON_REQUIRED' } },
  });
  expect(await post('jung', `/payout-runs/${runId}/overrides`, body)).toMatchObject({
    ...{ status: 403, json: { code: 'RUN_REAUTHENTICATION_REQUIRED' } },
  });
});

test('a decision is numbered, for the events that tell of it', async () => {
  const decision = { action: 'locked', reason: 'x', ...schedulerAs('guard') } as const;
  const before = { halted: false, locked: false };
  const id = await transaction(world.db, (tx) => recordDispatchDecision(tx, decision, before, NOW));
  expect(id).toMatch(/^\d+$/);
});

test('an approved run waits for its dispatch time, and a person sends it at once, with a reason', async () => {
  const runId = await waitingRun(4_000n, '2026-05-13');
  const early = new Date(NOW.getTime() + 3_600_000);
  await world.db.query(
    `update messaging.outbox set run_at = $2 where job = 'payout-run.dispatch' and data ->> 'runId' = $1 and done_at is null`,
    [runId, early],
  );
  const waiting = async (path: string) => (await world.call('viewer', 'GET', path)).json;
  const forTime = { for: 'DISPATCH_TIME', until: early.toISOString() };
  expect(await waiting(`/payout-runs/${runId}`)).toMatchObject({ state: 'approved', waiting: forTime });
  expect(await waiting(`/payouts?runId=${runId}`)).toMatchObject({ items: [{ state: 'reserved', waiting: forTime }] });

  // Stopped, the run does not go on at its dispatch time but when a person decides.
  await post('kim', '/dispatch-control/halt');
  const forPerson = { for: 'HALTED', until: null };
  expect(await waiting(`/payout-runs/${runId}`)).toMatchObject({ waiting: forPerson });
  expect(await waiting(`/payouts?runId=${runId}`)).toMatchObject({ items: [{ waiting: forPerson }] });
  await post('lee', '/dispatch-control/resume');

  const path = `/payout-runs/${runId}/dispatch`;
  expect((await post('viewer', path)).status).toBe(403);
  expect((await post('kim', path, {})).status).toBe(400);
  const sent = await post('kim', path, { reason: 'the seller asked' });
  expect(sent).toMatchObject({ status: 202, json: { id: runId } });
  const decided = await world.db.query<object[]>(
    `select actor, reason from audit.decision where kind = 'run.dispatched' and subject = $1`,
    [runId],
  );
  expect(decided).toEqual([{ actor: 'person:kim', reason: 'the seller asked' }]);
  const due = () =>
    world.db.query<object[]>(
      `select from messaging.outbox where job = 'payout-run.dispatch' and data ->> 'runId' = $1 and run_at <= $2`,
      [runId, new Date(NOW.getTime() + 600_000)],
    );
  expect(await due()).toHaveLength(1);
  // The first job may have begun before the balance was enough.
  await post('kim', path, { reason: 'the balance was topped up' });
  expect(await due()).toHaveLength(2);
  const draft = await world.call('kim', 'POST', `/payout-runs/01a213b7-dd95-73f8-a179-578981fac48c/dispatch`, {
    reason: 'x y z',
  });
  expect(draft.status).toBe(404);
});
