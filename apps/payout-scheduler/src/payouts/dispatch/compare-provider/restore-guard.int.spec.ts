import { randomUUID } from 'node:crypto';
import { addDays } from '@jeongsan/calendar';
import { type Executor, transaction } from '@jeongsan/database';
import { won } from '@jeongsan/money';
import { backupOf, testDatabase } from '@jeongsan/testing';
import { acknowledgeFindings } from '../acknowledge-findings/acknowledge-findings.js';
import { readControl, readFindings } from '../dispatch-control/read-control.js';
import { releaseHold } from '../../../closing/release-hold/release-hold.js';
import { seoul } from '../../../testing/funded-sandbox.js';
import { payoutWorld, type PayoutWorld } from '../../../testing/payout-world.js';
import { incarnationColumn } from './incarnation.js';
import { RestoreGuard } from './restore-guard.js';
import { personOf } from '../../../testing/people.js';

jest.setTimeout(60_000);
const DAYS_BACK = 7;
const approver = personOf('lee');
const rules = { limits: null, reauthThreshold: 1_000_000_000n, reauthSeconds: 900 };

const world = payoutWorld();
/**
 * Each test has its own Monday, four weeks after the previous one, so that payouts of other tests are outside of the
 * listing.
 */
let today = '2026-04-13';
beforeEach(() => {
  today = addDays(today, 28);
  return world.moveTo(seoul(`${today}T10:00:00`));
});

/** The guard of a newly started process on this world's database. */
function guardOf({ db, policy, now }: PayoutWorld = world, api = world.provider().api): RestoreGuard {
  return new RestoreGuard(db, api, DAYS_BACK, async () => policy, now);
}
/** Runs the due jobs like a worker does, after the guard has passed. */
async function start(on: PayoutWorld = world): Promise<RestoreGuard> {
  const guard = guardOf(on);
  await guard.pass();
  await on.work();
  return guard;
}
const findings = async (on: PayoutWorld) =>
  (await readFindings(on.db, { open: 'true' })).items.map(({ kind, sellerId, ourState }) => ({
    kind,
    sellerId,
    ourState,
  }));
const acknowledge = async (on: PayoutWorld, openFindings: number) =>
  transaction(on.db, (tx) =>
    acknowledgeFindings(tx, { reason: 'compared by hand', openFindings }, approver, rules, on.clock),
  );
const holds = async (on: PayoutWorld) => {
  const rows = await on.db.query<{ seller_id: string; id: string }[]>(
    `select seller_id, id from payouts.hold where reason = 'PROVIDER_DIFFERS' and released_at is null order by seller_id`,
  );
  return rows;
};
/** The number of payments to each seller in the provider's records. */
const paidTimes = async (on = world) => {
  const times = new Map<string, number>();
  for (const { destination } of await on.atProvider()) times.set(destination, (times.get(destination) ?? 0) + 1);
  return [...times.values()].sort();
};

test('books that agree with the provider let everything pass, and are compared once per process', async () => {
  await world.seller(10_000n);
  await world.draft(today);
  await start();
  expect(await paidTimes()).toEqual([1]);

  let listings = 0;
  const { api } = world.provider();
  const counted = {
    listPayouts: (input: Parameters<typeof api.listPayouts>[0]) => ((listings += 1), api.listPayouts(input)),
  };
  const guard = new RestoreGuard(world.db, counted, DAYS_BACK, async () => world.policy, world.now);
  await Promise.all([guard.pass(), guard.pass(), guard.pass()]);
  await guard.pass();
  expect(listings).toBe(1);
  expect(await readControl(world.db)).toMatchObject({ state: 'open', openFindings: 0 });
  expect((await readControl(world.db)).comparedAt).toEqual(world.now());
});

test('a backup from before the sending: nothing is sent again, and the listing tells what became of it', async () => {
  const sellers = await world.sellers(10_000n, 20_000n, 30_000n);
  await world.draft(today);
  const backup = await backupOf(world.database);
  await world.work();
  expect(await paidTimes()).toEqual([1, 1, 1]);

  const restored = world.beside(backup);
  await start(restored);
  const state = await readControl(restored.db);
  expect(state).toMatchObject({ state: 'locked', openFindings: 3 });
  expect(await findings(restored)).toEqual(
    expect.arrayContaining(sellers.map((sellerId) => ({ kind: 'NEVER_SENT', sellerId, ourState: 'reserved' }))),
  );
  expect(await restored.states()).toEqual({ unknown: 3 });
  restored.later(61);
  await restored.work();
  expect(await restored.states()).toEqual({ in_transit: 3 });
  const events = await restored.db.query<object[]>(`select data from messaging.event where type = 'dispatch.locked'`);
  expect(events).toMatchObject([{ data: { findings: '3' } }]);

  await acknowledge(restored, 3);
  await start(restored);
  for (const { id } of await restored.atProvider()) await world.sandbox.control.completePayout({ params: { id } });
  await restored.observeAll();
  expect(await restored.states()).toEqual({ paid: 3 });
  expect(await paidTimes()).toEqual([1, 1, 1]);
  expect(await holds(restored)).toHaveLength(3); // until a person has corrected the books
  await restored.end();
});

test('a backup from before the draft, a day old: who was paid since is held, everybody else is paid once', async () => {
  const paid = await world.sellers(10_000n, 20_000n);
  const backup = await backupOf(world.database);
  await world.draft(today);
  await world.work();
  expect(await paidTimes()).toEqual([1, 1]);

  const restored = world.beside(backup);
  await restored.seller(40_000n);
  await restored.draft(today); // The same date with new references: without the guard every seller would be paid twice.
  await start(restored);
  expect(await findings(restored)).toEqual(
    expect.arrayContaining(paid.map((sellerId) => ({ kind: 'UNKNOWN_PAYOUT', sellerId, ourState: null }))),
  );
  expect(await paidTimes()).toEqual([1, 1]);
  expect((await holds(restored)).map((h) => h.seller_id).sort()).toEqual([...paid].sort());

  await acknowledge(restored, 2);
  await start(restored);
  expect(await restored.states()).toEqual({ in_transit: 1, released: 2 });
  expect(await paidTimes(restored)).toEqual([1, 1, 1]);
  // Acknowledged findings are not found again by the next process; a seller whose hold was released may be paid.
  await start(restored);
  expect((await readControl(restored.db)).state).toBe('open');
  for (const { id } of await holds(restored)) await releaseHold(restored.db, id, approver, restored.clock);
  await start(restored);
  expect(await findings(restored)).toEqual([]);
  await restored.end();
});

test('a batch that was frozen and, as far as the restored books know, never claimed is not sent again', async () => {
  await world.sellers(10_000n, 20_000n);
  await world.draft(today);
  await world.dispatch(await world.runId(today));
  const backup = await backupOf(world.database);
  await world.work();

  const restored = world.beside(backup);
  let posts = 0;
  restored.between = (send) => (request) => {
    if (request.method === 'POST') posts += 1;
    return send(request);
  };
  await start(restored);
  restored.later(61);
  await restored.work();
  expect(await restored.states()).toEqual({ in_transit: 2 });
  expect(posts).toBe(0);
  await restored.end();
});

test('a payout that somebody made past us to a seller of ours locks; one to a stranger does not', async () => {
  const id = await world.seller(10_000n);
  const pay = (destination: string) =>
    world.sandbox.api.createPayouts({
      body: [
        {
          refPayoutId: `by-hand-${randomUUID().slice(0, 8)}`,
          destination,
          scheduleType: 'EXPRESS',
          amount: won(5_000n),
          transactionDescription: '수기',
        },
      ],
    });
  const elsewhere = world.beside(await testDatabase());
  const stranger = await elsewhere.providerIdOf(await elsewhere.seller(1n));
  await elsewhere.end();
  await pay(stranger);
  await start();
  expect((await readControl(world.db)).state).toBe('open');
  await pay(await world.providerIdOf(id));
  await start();
  expect(await findings(world)).toEqual([{ kind: 'UNKNOWN_PAYOUT', sellerId: id, ourState: null }]);
  expect((await readControl(world.db)).state).toBe('locked');
});

test('a listing that breaks off proves nothing: nothing is sent, and the next try compares', async () => {
  await world.seller(10_000n);
  await world.draft(today);
  await world.fault({ operation: 'listPayouts', kind: 'error', status: 500, code: 'UNKNOWN_ERROR', times: 10 });
  const guard = guardOf();
  await expect(guard.pass()).rejects.toThrow();
  expect(await paidTimes()).toEqual([]);
  await world.sandbox.control.clearFaults({});
  await guard.pass();
  await world.work();
  expect(await paidTimes()).toEqual([1]);
});

const incarnationOf = async (db: Executor): Promise<string> => {
  const [row] = await db.query<{ incarnation: string }[]>(`select ${incarnationColumn}`);
  return row?.incarnation ?? '';
};

test('another database, or another start of it, is another incarnation', async () => {
  const before = await incarnationOf(world.db);
  expect(await incarnationOf(world.db)).toBe(before);
  const backup = await backupOf(world.database);
  expect(await incarnationOf(backup.db)).not.toBe(before);
  expect(await incarnationOf(world.db)).toBe(before);
  await backup.drop();
  expect(before.split('/')).toHaveLength(4);
});
