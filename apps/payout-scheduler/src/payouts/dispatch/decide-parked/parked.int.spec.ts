import { transaction } from '@jeongsan/database';
import { won } from '@jeongsan/money';
import type { Caller } from '@jeongsan/nest-kit';
import { seoul, TOMORROW } from '../../../testing/funded-sandbox.js';
import { payoutWorld } from '../../../testing/payout-world.js';
import { refuseNext } from '../../../testing/provider-trouble.js';
import { approveDecision, rejectDecision } from './decide-proposal.js';
import { readParked } from './parked-rows.js';
import { proposeDecision } from './propose-decision.js';
import { keyOf, personOf, rules } from '../../../testing/people.js';

// A long time-out: each test plays one or more days in the scheduler and in the sandbox.
jest.setTimeout(30_000);
const world = payoutWorld();

const reason = 'looked at the console of the provider';
type Kind = 'NEVER_MADE' | 'MADE' | 'SEND_AGAIN';
const propose = (payoutId: string, kind: Kind, providerPayoutId?: string, by = 'kim') =>
  transaction(world.db, (tx) =>
    proposeDecision(
      tx,
      payoutId,
      { kind, reason, ...(providerPayoutId && { providerPayoutId }) },
      personOf(by, 'operator'),
      world.now(),
    ),
  );
const approve = (id: string, by = 'lee') =>
  approveDecision(world.db, world.provider().api, id, personOf(by), rules, world.now());

/**
 * Sellers whose references the provider used up by refusing a request because of another payout, until all are parked.
 */
async function burnt(count: number): Promise<{ sellers: string[]; ids: string[] }> {
  await world.sandbox.control.changeSettings({ body: { rejectedRequestsBurnRefPayoutIds: true } });
  const sellers = await world.sellers(...Array.from({ length: count }, () => 10_000n));
  const gone = await world.seller(10_000n);
  await world.sandbox.api.deleteSeller({ params: { id: await world.providerIdOf(gone) } });
  await world.draft();
  await world.work();
  for (let round = 0; round < 12 && (await world.states()).parked !== count; round += 1) await world.settle(2);
  const { items } = await readParked(world.db, {});
  return { sellers, ids: items.map((p) => p.payoutId) };
}

test('references that a refused request burnt are parked with their evidence, and no money moves', async () => {
  const { sellers } = await burnt(3);
  expect(await world.states()).toEqual({ parked: 3, refused: 1 });
  for (const seller of sellers) expect(await world.account(seller, 'reserved')).toBe(10_000n);
  expect(await world.atProvider()).toEqual([]);
  const { items } = await readParked(world.db, {});
  for (const item of items) {
    expect(item).toMatchObject({ duplicateRounds: 2, lastAnswer: 'DUPLICATED_REF_PAYOUT_ID', proposal: null });
    const [from, to] = ['2026-05-04', '2026-05-18'];
    expect(item.listings).toMatchObject([
      { fromDate: from, toDate: to },
      { fromDate: from, toDate: to },
    ]);
  }
  expect(await world.heard('payout.parked')).toHaveLength(3);
  // The payouts are parked, so no more jobs are enqueued.
  const { count } = await batches();
  await world.settle(5);
  expect(await batches()).toEqual({ count });
  await expect(world.db.query(`update payouts.absent_listing set absent = '{}'`)).rejects.toThrow(
    'a listing stays as it was seen',
  );
});

const batches = async () => {
  const [row] = await world.db.query<{ count: bigint }[]>(`select count(*) from payouts.batch`);
  return { count: row?.count };
};

test('two people declare it never made: payable again, and paid by the next run under a new reference', async () => {
  const { sellers, ids } = await burnt(1);
  const [id = '', seller = ''] = [ids[0], sellers[0]];
  const proposal = await propose(id, 'NEVER_MADE');
  expect(await propose(id, 'NEVER_MADE')).toEqual(proposal);
  await expect(propose(id, 'SEND_AGAIN', undefined, 'park')).rejects.toMatchObject({ code: 'PARKED_DECISION_OPEN' });
  await expect(approve(proposal.id, 'kim')).rejects.toMatchObject({ code: 'PARKED_SECOND_PERSON_REQUIRED' });
  const decide = (caller: Caller, bound = rules) =>
    approveDecision(world.db, world.provider().api, proposal.id, caller, bound, world.now());
  await expect(decide(keyOf('lee'))).rejects.toMatchObject({ code: 'PARKED_SECOND_PERSON_REQUIRED' });
  const limits = { roles: { approver: 9_999n }, operators: {} };
  await expect(decide(personOf('lee'), { ...rules, limits })).rejects.toMatchObject({
    code: 'APPROVAL_LIMIT_EXCEEDED',
  });
  const slow = { ...personOf('lee'), signedInSecondsAgo: 901 };
  await expect(decide(slow, { ...rules, reauthThreshold: 9_999n })).rejects.toMatchObject({
    code: 'REAUTHENTICATION_REQUIRED',
  });
  expect(await world.account(seller, 'reserved')).toBe(10_000n);

  await approve(proposal.id);
  expect(await approve(proposal.id)).toMatchObject({ state: 'approved', decidedBy: 'person:lee' });
  expect(await world.states()).toEqual({ released: 1, refused: 1 });
  expect([await world.account(seller, 'reserved'), await world.account(seller, 'payable')]).toEqual([0n, 10_000n]);
  await world.moveTo(seoul(`${TOMORROW}T10:00:00`));
  await world.draft(TOMORROW);
  await world.work();
  const paid = await world.atProvider();
  expect(paid).toHaveLength(1);
  expect(paid[0]?.refPayoutId).not.toBe(id);
  expect(await world.account(seller, 'reserved')).toBe(10_000n);
});

test('sent again with the same reference, once the provider has let go of it', async () => {
  const { ids } = await burnt(1);
  const [id = ''] = ids;
  await world.sandbox.control.changeSettings({ body: { rejectedRequestsBurnRefPayoutIds: false } });
  await approve((await propose(id, 'SEND_AGAIN')).id);
  await world.work();
  expect(await world.states()).toEqual({ unknown: 1, refused: 1 });
  await world.settle(4);
  // The reference was used up after all: the payout is parked again, with a new count.
  const { items } = await readParked(world.db, {});
  expect(items).toMatchObject([{ payoutId: id, duplicateRounds: 2, absentRounds: 2 }]);
});

test('whatever two people think, what the provider lists was made', async () => {
  const seller = await world.seller(10_000n);
  const id = await parkedByLies(seller);
  await makeAtProvider(seller, id, 10_000n);
  const proposal = await propose(id, 'NEVER_MADE');
  await expect(approve(proposal.id)).rejects.toMatchObject({ code: 'PARKED_PAYOUT_LISTED' });
  expect(await world.states()).toEqual({ in_transit: 1 });
  expect(await world.account(seller, 'reserved')).toBe(10_000n);
  await expect(approve(proposal.id)).rejects.toMatchObject({ code: 'PARKED_DECISION_STATE' });
});

test('it is confirmed as a payout of the provider only when it is that one', async () => {
  const seller = await world.seller(10_000n);
  const id = await parkedByLies(seller);
  const other = await makeAtProvider(seller, 'of-somebody-else', 10_000n);
  const wrong = await propose(id, 'MADE', other);
  await expect(approve(wrong.id)).rejects.toMatchObject({ code: 'PARKED_PROVIDER_PAYOUT' });
  await transaction(world.db, (tx) => rejectDecision(tx, wrong.id, personOf('lee'), world.now()));
  expect(await world.states()).toEqual({ parked: 1 });
  const own = await makeAtProvider(seller, id, 10_000n);
  await world.sandbox.control.completePayout({ params: { id: own } });
  await approve((await propose(id, 'MADE', own)).id);
  expect(await world.states()).toEqual({ paid: 1 });
  expect(await world.account(seller, 'reserved')).toBe(0n);
});

test('without an answer of the provider nothing is decided', async () => {
  const id = await parkedByLies(await world.seller(10_000n));
  const proposal = await propose(id, 'NEVER_MADE');
  await world.fault({ operation: 'listPayouts', kind: 'error', status: 500, code: 'UNKNOWN_ERROR', times: 9 });
  await expect(approve(proposal.id)).rejects.toMatchObject({ code: 'PARKED_PROVIDER_AWAY', status: 503 });
  expect(await world.states()).toEqual({ parked: 1 });
});

test('a payout that nothing is wrong with is nobody’s to decide', async () => {
  await world.seller(10_000n);
  await world.draft();
  const [row] = await world.db.query<{ id: string }[]>(`select id from payouts.payout`);
  await expect(propose(row?.id ?? '', 'NEVER_MADE')).rejects.toMatchObject({ code: 'PAYOUT_NOT_PARKED' });
});

/** Parks a payout for which the provider answers "duplicate", although it never saw the reference. */
async function parkedByLies(seller: string): Promise<string> {
  refuseNext(world, 'DUPLICATED_REF_PAYOUT_ID', 2);
  await world.draft();
  await world.work();
  await world.settle(4);
  const { items } = await readParked(world.db, {});
  expect(items).toMatchObject([{ sellerId: seller }]);
  return items[0]?.payoutId ?? '';
}

async function makeAtProvider(seller: string, refPayoutId: string, amount: bigint): Promise<string> {
  const destination = await world.providerIdOf(seller);
  const item = { refPayoutId, destination, amount: won(amount), transactionDescription: '정산금' };
  const { entityBody } = await world.sandbox.api.createPayouts({ body: [{ ...item, scheduleType: 'EXPRESS' }] });
  return entityBody.items[0]?.id ?? '';
}
