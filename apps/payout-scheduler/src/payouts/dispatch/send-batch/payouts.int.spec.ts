import { transaction } from '@jeongsan/database';
import type { Send } from '@jeongsan/http-contract';
import { sendBatch } from '@jeongsan/payouts';
import { balances } from '@jeongsan/testing';
import { approveRun } from '../../runs/approve-run/approve-run.js';
import { placeHold } from '../../../closing/place-hold/place-hold.js';
import { pgPayoutRecords } from '../../payout-store/pg-payout-records.js';
import { pgPayoutStore } from '../../payout-store/pg-payout-store.js';
import type { Provider } from '../provider.js';
import { readRuns } from '../../runs/read-runs/read-runs.js';
import { seoul, TODAY, TOMORROW } from '../../../testing/funded-sandbox.js';
import { payoutWorld, policy } from '../../../testing/payout-world.js';
import { personOf, rules } from '../../../testing/people.js';
import { refuseNext } from '../../../testing/provider-trouble.js';

// A long time-out: every test creates a database, and other test files run on the same machine.
jest.setTimeout(30_000);

const world = payoutWorld();

test('a run pays what is payable, each seller once, and closes', async () => {
  await world.seller(1_000_000n);
  await world.seller(2_345_678n);
  await world.draft();
  await world.draft();
  await world.work();
  expect(await world.states()).toEqual({ in_transit: 2 });

  for (const { id } of await world.atProvider()) await world.sandbox.control.completePayout({ params: { id } });
  await world.observeAll();
  await world.observeAll();
  expect(await world.states()).toEqual({ paid: 2 });
  expect((await balances(world.db))['provider:available']).toBe(-3_345_678n);
  const runs = await readRuns(world.db, {});
  expect(runs.items).toMatchObject([{ state: 'closed', payoutCount: 2, total: 3_345_678n }]);
});

test('a run closes however many of its payouts end at the same moment', async () => {
  await world.sellers(...Array.from({ length: 12 }, () => 10_000n));
  await world.draft();
  await world.work();
  for (const { id } of await world.atProvider()) await world.sandbox.control.completePayout({ params: { id } });
  await world.observeAll();
  const runs = await readRuns(world.db, {});
  expect(runs.items).toMatchObject([{ state: 'closed', payoutCount: 12 }]);
});

test('a run of which nothing may be sent any more closes too', async () => {
  const id = await world.seller(10_000n);
  await world.draft();
  await placeHold(world.db, id, 'OPERATOR', null, world.clock);
  await world.work();
  expect(await world.states()).toEqual({ released: 1 });
  expect(await world.account(id, 'payable')).toBe(10_000n);
  const runs = await readRuns(world.db, {});
  expect(runs.items).toMatchObject([{ state: 'closed' }]);
});

test('a bank that refuses gives the money back, and the seller is held until it acts', async () => {
  const bouncing = await world.seller(50_000n, { bankCode: '011', accountNumber: '3025353430761' });
  await world.draft();
  await world.work();
  for (const { id } of await world.atProvider()) {
    await world.sandbox.control.failPayout({
      params: { id },
      body: { code: 'ACCOUNT_TRANSFER_REJECTED', message: 'closed' },
    });
  }
  await world.observeAll();
  expect(await world.states()).toEqual({ failed: 1 });
  expect(await world.account(bouncing, 'payable')).toBe(50_000n);

  world.later(86_400);
  await world.draft(TOMORROW);
  const statements = await world.db.query<object[]>(
    `select payout_amount, carried, hold_reason from payouts.statement order by business_date`,
  );
  expect(statements).toEqual([
    { payout_amount: 50_000n, carried: 0n, hold_reason: null },
    { payout_amount: 0n, carried: 50_000n, hold_reason: 'ACCOUNT_REJECTED' },
  ]);
});

test('a reply lost after the provider acted: found by listing, never sent twice', async () => {
  const id = await world.seller(10_000n);
  await world.fault({ operation: 'createPayouts', kind: 'drop-after-commit', times: 1 });
  await world.draft();
  await world.work();
  expect(await world.states()).toEqual({ unknown: 1 });
  expect(await world.account(id, 'reserved')).toBe(10_000n);
  world.later(61);
  await world.work();
  expect(await world.states()).toEqual({ in_transit: 1 });
  expect(await world.atProvider()).toHaveLength(1);
});

test('a request lost before the provider acted: two listings without it, then the same reference again', async () => {
  await world.seller(10_000n);
  await world.fault({ operation: 'createPayouts', kind: 'drop-before-commit', times: 1 });
  await world.draft();
  await world.work();
  world.later(61);
  await world.work();
  expect(await world.states()).toEqual({ unknown: 1 }); // one listing is not evidence enough
  world.later(61);
  await world.work();
  expect(await world.states()).toEqual({ in_transit: 1 });
  const [payout] = await world.db.query<{ ref_payout_id: string }[]>(`select ref_payout_id from payouts.payout`);
  expect((await world.atProvider()).map((p) => p.refPayoutId)).toEqual([payout?.ref_payout_id]);
});

test.each([
  ['nonsense instead of an answer', { kind: 'garbage' }],
  ['a server error after nothing', { kind: 'error', status: 500, code: 'UNKNOWN_ERROR' }],
  ['an unlisted code', { kind: 'error', status: 400, code: 'NEVER_SEEN' }],
] as const)('%s leaves the outcome unknown and the money reserved', async (_, kind) => {
  const id = await world.seller(10_000n);
  await world.fault({ operation: 'createPayouts', times: 1, ...kind });
  await world.draft();
  await world.work();
  expect(await world.states()).toEqual({ unknown: 1 });
  expect(await world.account(id, 'reserved')).toBe(10_000n);
  await world.settle(3);
  expect(await world.states()).toEqual({ in_transit: 1 });
  expect(await world.atProvider()).toHaveLength(1);
});

test('the code of a duplicate reference, listed and understood, leaves the outcome unknown and the money reserved', async () => {
  const id = await world.seller(10_000n);
  refuseNext(world, 'DUPLICATED_REF_PAYOUT_ID', 1);
  await world.draft();
  await world.work();
  expect(await world.states()).toEqual({ unknown: 1 });
  expect(await world.account(id, 'reserved')).toBe(10_000n);
  const [batch] = await world.db.query<object[]>(`select state, rejection_code from payouts.batch`);
  expect(batch).toEqual({ state: 'unknown', rejection_code: 'DUPLICATED_REF_PAYOUT_ID' });
  await world.settle(3);
  expect(await world.states()).toEqual({ in_transit: 1 });
  expect(await world.atProvider()).toHaveLength(1);
});

test('a seller held after its batch was frozen is not paid with it, and the others of the batch are', async () => {
  const [held = '', ...others] = await world.sellers(10_000n, 20_000n, 30_000n);
  await world.draft();
  await world.dispatch(await world.runId());
  expect(await world.prepared()).toHaveLength(1);
  await placeHold(world.db, held, 'OPERATOR', null, world.clock);
  await world.work();
  expect(await world.states()).toEqual({ in_transit: 2, released: 1 });
  expect(await world.account(held, 'payable')).toBe(10_000n);
  const paid = await Promise.all(others.map((id) => world.providerIdOf(id)));
  expect((await world.atProvider()).map((p) => p.destination).toSorted()).toEqual(paid.toSorted());
});

test('one seller the provider refuses does not delay the others of its batch', async () => {
  await world.sellers(10_000n, 10_000n, 10_000n, 10_000n, 10_000n);
  const stranger = await world.seller(10_000n);
  await world.sandbox.api.deleteSeller({ params: { id: await world.providerIdOf(stranger) } });
  await world.draft();
  await world.work();
  expect(await world.states()).toEqual({ in_transit: 5, refused: 1 });
  expect(await world.account(stranger, 'payable')).toBe(10_000n);
  const batches = await world.db.query<object[]>(`select state from payouts.batch order by created_at, id`);
  expect(batches).toHaveLength(2);
});

// prettier-ignore
test.each([
  ['00:30:00', '2026-05-13'], // before the hours of EXPRESS: the next business day
  ['08:59:00', TOMORROW],
])('a batch of yesterday that nobody sent is not sent at %s, but frozen anew for another day', async (time, day) => {
  await world.seller(10_000n);
  await world.draft();
  await world.dispatch(await world.runId());
  await world.moveTo(seoul(`${TOMORROW}T${time}`));
  await world.work();
  await world.moveTo(seoul(`${TOMORROW}T10:00:00`));
  await world.work();
  const batches = await world.db.query<object[]>(
    `select state, rejection_code, payout_date from payouts.batch order by created_at, id`,
  );
  expect(batches).toMatchObject([
    { state: 'rejected', rejection_code: 'DATE_OVER', payout_date: TODAY },
    { payout_date: day },
  ]);
  expect((await world.atProvider()).map((p) => p.payoutDate)).toEqual([day]);
});

test.each(['00:30:00', '08:59:00'])('a hold until today holds nothing at %s in Seoul', async (time) => {
  const id = await world.seller(10_000n);
  await world.db.query(
    `insert into payouts.hold (id, seller_id, reason, placed_at, scope, release_on)
     values (gen_random_uuid(), $1, 'DISPUTE', $2, 'SELLER', $3)`,
    [id, world.clock, TODAY],
  );
  await world.moveTo(seoul(`${TODAY}T${time}`));
  await world.draft();
  expect(await world.states()).toEqual({ reserved: 1 });
});

test('a worker that wakes up after its batch was taken over sends nothing', async () => {
  await world.seller(10_000n);
  await world.draft();
  await world.dispatch(await world.runId());
  const [id = ''] = await world.prepared();
  let bytesSent = 0;
  const counting = (send: Send): Send => {
    return (request) => {
      bytesSent += 1;
      return send(request);
    };
  };
  const { api, fenced } = world.provider({ between: counting });
  const asleep: Provider = {
    api,
    fenced: (mayWrite) =>
      fenced(async () => {
        // While this worker is asleep with its bytes ready, another worker finds the batch silent and takes it over.
        await world.send(id);
        await mayWrite();
      }),
  };
  await expect(sendBatch(pgPayoutStore(world.db), asleep, id, policy, world.now)).rejects.toThrow('taken over');
  expect(bytesSent).toBe(0);
  expect(await world.states()).toEqual({ unknown: 1 });
});

test('a worker that was slow to write its first byte keeps its batch while the bytes leave', async () => {
  await world.seller(10_000n);
  await world.draft();
  await world.dispatch(await world.runId());
  const [id = ''] = await world.prepared();
  const patient = { ...policy, sendingTimeoutSeconds: 90 };
  const { api, fenced } = world.provider();
  let another: unknown;
  const slow: Provider = {
    api,
    fenced: (mayWrite) =>
      fenced(async () => {
        // As if 89 seconds had passed since the claim; two more pass while the bytes leave.
        await world.db.query(`update payouts.batch set sent_at = sent_at - interval '89 s' where id = $1`, [id]);
        await mayWrite();
        await world.db.query(`update payouts.batch set sent_at = sent_at - interval '2 s' where id = $1`, [id]);
        another = await sendBatch(pgPayoutStore(world.db), world.provider(), id, patient, world.now).catch(String);
      }),
  };
  await sendBatch(pgPayoutStore(world.db), slow, id, patient, world.now);
  expect(another).toContain('is being sent by another sender');
  expect(await world.states()).toEqual({ in_transit: 1 });
  expect(await world.atProvider()).toHaveLength(1);
});

test('a seller under review is paid up to the weekly limit, and the rest waits with its reason', async () => {
  const id = await world.seller(12_345_678n, { kyc: false });
  await world.draft();
  await world.work();
  expect(await world.states()).toEqual({ in_transit: 1 });
  expect(await world.account(id, 'payable')).toBe(2_345_678n);
  const statements = await world.db.query<object[]>(
    `select payout_amount, carried, hold_reason from payouts.statement`,
  );
  expect(statements).toEqual([{ payout_amount: 10_000_000n, carried: 2_345_678n, hold_reason: 'WEEKLY_LIMIT' }]);
});

test('a run above the threshold waits for a second person, who approves exactly what was shown', async () => {
  await world.seller(150_000_000n);
  await world.draft();
  await world.work();
  expect(await world.states()).toEqual({ reserved: 1 });
  const [run] = (await readRuns(world.db, {})).items;
  const approve = (hash: string, id: string) => {
    const caller = personOf(id);
    return world.db.transaction((tx) =>
      approveRun(tx, run?.id ?? '', hash, { kind: 'person', caller, rules }, policy, world.clock),
    );
  };
  await expect(approve('another', 'kim')).rejects.toMatchObject({ code: 'RUN_CONTENT_CHANGED' });
  await approve(run?.contentHash ?? '', 'kim');
  await approve(run?.contentHash ?? '', 'kim');
  await world.work();
  expect(await world.states()).toEqual({ in_transit: 1 });
});

test('a batch and a run whose jobs gave up are taken up again by the poll', async () => {
  await world.seller(10_000n);
  await world.draft();
  const giveUp = () => world.db.query(`update messaging.outbox set dead_at = now() where done_at is null`);
  const poll = async () => {
    world.later(11 * 60);
    await world.poll();
  };
  await giveUp();
  await poll();
  await world.dispatch(await world.runId());
  await giveUp();
  await poll();
  await poll();
  await world.work();
  expect(await world.states()).toEqual({ in_transit: 1 });
  expect(await world.atProvider()).toHaveLength(1);
});

test('however many payouts nobody hears of, each is looked at in its turn', async () => {
  await world.sellers(10_000n, 10_000n, 10_000n, 10_000n);
  await world.draft();
  await world.work();
  const looks: string[] = [];
  for (let poll = 0; poll < 2; poll += 1) {
    world.later(11 * 60);
    const since = new Date(world.clock.getTime() - 10 * 60_000);
    // Two payouts are taken at a time; the bank has finished neither, so neither look finds news.
    const some = await transaction(world.db, (tx) => pgPayoutRecords(tx).unheardOf(since, 2, world.clock));
    for (const id of some) await world.observe(id);
    looks.push(...some);
  }
  expect(looks.sort()).toEqual((await world.atProvider()).map(({ id }) => id).sort());
});
