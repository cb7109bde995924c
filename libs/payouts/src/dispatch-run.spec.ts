import { createCalendar } from '@jeongsan/calendar';
import { Permanent } from '@jeongsan/messaging';
import { won } from '@jeongsan/money';
import type { NewBatch } from './batch.js';
import { dispatchRun } from './dispatch-run.js';
import type { RunLimit, Spent } from './dispatch-controls.js';
import type { Payout, PayoutMove } from './payout.js';
import type { PayoutRecords, PayoutStore, SellerFacts } from './payout-store.js';
import type { PayoutPolicy } from './payout-policy.js';
import { contentOf } from './run-content.js';

/** Monday, ten o'clock in Seoul; the next dispatch time is Tuesday at nine. */
const NOW = new Date('2026-05-11T01:00:00Z');
const TUESDAY = new Date('2026-05-12T00:00:00Z');
const policy: PayoutPolicy = {
  ...{ calendar: createCalendar(), selfApproveUpTo: null, minimumPayout: 0n, weeklyLimit: 10_000_000n },
  ...{ dispatchAt: '09:00:00', settleSeconds: 60, sendingTimeoutSeconds: 90, transactionDescription: '정산금' },
};
const payoutOf = (id: string, amount: bigint, rest: Partial<Payout> = {}): Payout => ({
  ...{ id, ref_payout_id: id, run_id: 'run', seller_id: `of ${id}`, provider_seller_id: `s-${id}`, amount },
  ...{ account_fingerprint: 'f', state: 'reserved', provider_payout_id: null, schedule_type: null },
  ...{ payout_date: null, due_on: '2026-05-11', not_before: null, absent_rounds: 0, duplicate_rounds: 0, ...rest },
});
const approvedSeller: SellerFacts = {
  ...{ state: 'approved', accountWaits: false, holds: [], paidThisWeek: 0n, accountFingerprint: 'f' },
};

type Stage = Readonly<{
  payouts?: readonly Payout[];
  runState?: string;
  contentHash?: string;
  isHalted?: boolean;
  duplicate?: string;
  balance?: bigint;
  inFlight?: bigint;
  spent?: Spent;
  sellers?: Readonly<Record<string, SellerFacts>>;
  policy?: Partial<PayoutPolicy>;
  /** Members of the rows at the time of freezing that differ from the approved content. */
  edited?: Partial<Payout>;
  /** Payouts that are locked by another transaction at first. */
  heldAtFirst?: readonly string[];
}>;

async function dispatch(stage: Stage = {}) {
  const payouts = new Map((stage.payouts ?? [payoutOf('a', 5_000n), payoutOf('b', 3_000n)]).map((p) => [p.id, p]));
  const content = await contentOf(async (after) => [...payouts.values()].filter((p) => p.ref_payout_id > after));
  const batches: NewBatch[] = [];
  const jobs: object[] = [];
  const news: object[] = [];
  const seen: string[] = [];
  let held = [...(stage.heldAtFirst ?? [])];
  const none = { run: 0n, day: 0n, passed: new Set<RunLimit>() };
  const since: Date[] = [];
  const records = {
    newId: () => `B${batches.length + 1}`,
    controls: {
      isHalted: async () => stage.isHalted ?? false,
      duplicateOf: async (_: string, from: Date, min: number) => {
        since.push(from);
        return min > 0 ? (stage.duplicate ?? null) : null;
      },
      spent: async (_: string, from: Date) => {
        since.push(from);
        return stage.spent ?? none;
      },
      pause: async (_: string, limit: RunLimit | null) => void seen.push(`pause ${limit}`),
    },
    run: async () => ({
      ...{ id: 'run', state: stage.runState ?? 'approved', contentHash: stage.contentHash ?? content.hash },
    }),
    runContent: async () => content,
    beginDispatch: async () => void seen.push('begun'),
    stopRun: async (_: string, detail: string) => void seen.push(`stopped: ${detail}`),
    closeRunIfDone: async () => void seen.push('closed if done'),
    reservedPayouts: async (_: string, max: number, from: string | null) => {
      const rows = [...payouts.values()].filter((p) => p.state === 'reserved' && (from === null || p.id >= from));
      const free = rows.filter((p) => !held.includes(p.id)).slice(0, max);
      if (free.length === 0) held = [];
      return free.map((p) => ({ ...p, ...stage.edited }));
    },
    sellerFacts: async (list: readonly Payout[]) =>
      new Map(list.map((p) => [p.seller_id, stage.sellers?.[p.seller_id] ?? approvedSeller])),
    payouts: async (ids: readonly string[]) => new Map(ids.map((id) => [id, payouts.get(id) as Payout])),
    writeMoves: async (moves: readonly PayoutMove[]) => {
      for (const { payout, step } of moves) {
        payouts.set(payout.id, payout);
        seen.push(`${payout.id} ${payout.state}${step.failureCode ? ` ${step.failureCode}` : ''}`);
      }
    },
    ...{ post: async () => undefined, announce: async () => undefined, failuresBefore: async () => 0 },
    emit: async (type: string, events: readonly { data: object }[]) =>
      void news.push(...events.map(({ data }) => ({ type, ...data }))),
    alertRun: async (type: string, data: object) => void news.push({ type, ...data }),
    reservedAmount: async () =>
      [...payouts.values()].reduce((sum, p) => (p.state === 'reserved' ? sum + p.amount : sum), 0n),
    insertBatches: async (list: readonly NewBatch[]) => void batches.push(...list),
    enqueue: async (job: string, data: object, _: Date, options?: object) =>
      void jobs.push({ job, ...data, ...options }),
    enqueueAll: async (job: string, list: readonly { data: object }[]) =>
      void jobs.push(...list.map(({ data }) => ({ job, ...data }))),
  } as unknown as PayoutRecords;
  const store = {
    transaction: (_: string, work: (b: PayoutRecords) => Promise<unknown>) => work(records),
    inFlight: async () => stage.inFlight ?? 0n,
  } as unknown as PayoutStore;
  const getBalance = async () => ({ entityBody: { availableAmount: won(stage.balance ?? 1_000_000n) } }) as never;
  const error = await dispatchRun(store, { getBalance }, 'run', { ...policy, ...stage.policy }, () => NOW).catch(
    (e: unknown) => e,
  );
  return {
    error,
    seen,
    jobs,
    news,
    since,
    batches: batches.map((b) => b.items.map((i) => i.refPayoutId)),
    frozen: batches,
  };
}

const send = (batchId: string) => ({ job: 'payout-batch.send', batchId });
const short = {
  job: 'payout-run.dispatch',
  runId: 'run',
  runAt: TUESDAY,
  dedupeKey: 'payout-run.dispatch/run/2026-05-12',
};

test('what is reserved is frozen into batches for today, each promised to be sent', async () => {
  const { error, seen, jobs, frozen, news } = await dispatch();
  expect(error).toBeUndefined();
  expect(seen).toEqual(['begun', 'a submitted', 'b submitted', 'closed if done', 'closed if done']);
  expect([jobs, news]).toEqual([[send('B1')], []]);
  expect(frozen).toMatchObject([{ id: 'B1', runId: 'run', schedule: { type: 'EXPRESS', date: '2026-05-11' } }]);
});

test('batches are as large as they may be, and as many at a time as may be frozen', async () => {
  const payouts = ['a', 'b', 'c', 'd', 'e'].map((id) => payoutOf(id, 1_000n));
  const one = await dispatch({ payouts, policy: { payoutsPerRequest: 2 } });
  const two = await dispatch({ payouts, policy: { payoutsPerRequest: 2, batchesPerFreeze: 2 } });
  expect(one.batches).toEqual([['a', 'b'], ['c', 'd'], ['e']]);
  expect(two.batches.flat().sort()).toEqual(['a', 'b', 'c', 'd', 'e']);
  expect(two.batches.every((batch) => batch.length <= 2)).toBe(true);
});

test('a payout that was held by another decision is frozen when that has ended', async () => {
  const { batches } = await dispatch({ heldAtFirst: ['a'] });
  expect(batches).toEqual([['b'], ['a']]);
});

test('a payout that was named as a duplicate goes alone', async () => {
  const payouts = [payoutOf('a', 1n), payoutOf('b', 1n, { duplicate_rounds: 1 }), payoutOf('c', 1n)];
  expect((await dispatch({ payouts })).batches).toEqual([['a', 'c'], ['b']]);
});

test.each(['draft', 'stopped', 'closed', 'rejected', 'expired'])(
  'of a run that is %s nothing is frozen',
  async (runState) => {
    expect(await dispatch({ runState })).toMatchObject({ error: undefined, seen: [], batches: [] });
  },
);

test('while all sending is stopped nothing is frozen', async () => {
  expect(await dispatch({ isHalted: true })).toMatchObject({ seen: [], batches: [], jobs: [] });
});

test('a run with other content than the approved one stops', async () => {
  const { error, seen, batches } = await dispatch({ contentHash: 'other' });
  expect(error).toBeInstanceOf(Permanent);
  expect([seen, batches]).toEqual([[expect.stringMatching(/^stopped: content [0-9a-f]{64} is not as approved$/)], []]);
});

test('a payout that was edited after its approval stops the run before it is frozen', async () => {
  const { error, seen, batches } = await dispatch({ edited: { account_fingerprint: 'thief' } });
  expect(error).toBeInstanceOf(Permanent);
  expect(error).toMatchObject({ message: 'Payout a is not what was approved: run run is stopped' });
  expect([seen, batches]).toEqual([['begun', 'stopped: payout a is not as approved'], []]);
});

test('a seller that may not be paid any more keeps its money payable, with the reason', async () => {
  const sellers = {
    'of a': { ...approvedSeller, holds: ['OPERATOR'] },
    'of b': { ...approvedSeller, accountFingerprint: 'new' },
  };
  const { seen, batches } = await dispatch({ sellers });
  expect(seen).toEqual(expect.arrayContaining(['a released OPERATOR', 'b released ACCOUNT_CHANGED', 'closed if done']));
  expect(batches).toEqual([]);
});

test('the weekly limit counts what goes to the same seller before', async () => {
  const of = { seller_id: 'of a', provider_seller_id: 's-a' };
  const payouts = [payoutOf('a', 6_000_000n, of), payoutOf('b', 6_000_000n, of)];
  const sellers = { 'of a': { ...approvedSeller, state: 'limited' as const } };
  const { batches, seen } = await dispatch({ payouts, sellers, balance: 100_000_000n });
  expect(batches).toEqual([['a']]);
  expect(seen).toContain('b released WEEKLY_LIMIT');
});

test('what the balance does not cover waits for the next dispatch, and people hear how much is missing', async () => {
  const { batches, jobs, news } = await dispatch({ balance: 7_000n, inFlight: 1_500n });
  expect(batches).toEqual([['a']]);
  expect(jobs).toEqual([send('B1'), short]);
  const told = { type: 'payout-run.waiting-for-balance', runId: 'run', waiting: '3000', missing: '2500' };
  expect(news).toEqual([{ ...told, retryAt: TUESDAY.toISOString() }]);
});

test('the balance covers to the won', async () => {
  expect((await dispatch({ balance: 8_000n })).batches).toEqual([['a', 'b']]);
  expect((await dispatch({ balance: 7_999n })).batches).toEqual([['a']]);
  expect((await dispatch({ balance: 2_999n })).batches).toEqual([]);
});

test('a smaller payout goes out where a larger one before it does not fit', async () => {
  expect((await dispatch({ balance: 3_000n })).batches).toEqual([['b']]);
});

const limits = { runCap: null, dayCap: null, duplicateDays: 7, duplicatePayoutsMin: 3 };

test('a cap of the run pauses it until a person lets it pass, with nothing promised', async () => {
  const { batches, seen, jobs, news } = await dispatch({ policy: { limits: { ...limits, runCap: 5_000n } } });
  // The amounts sent are read anew for each batch; in this spec they stay 0.
  expect(batches).toEqual([['a'], ['b']]);
  const none = await dispatch({ policy: { limits: { ...limits, runCap: 2_000n } } });
  expect(none).toMatchObject({ batches: [], jobs: [], news: [] });
  expect(none.seen).toContain('pause RUN_CAP');
  expect([seen.includes('pause null'), jobs.length > 0, news]).toEqual([true, true, []]);
});

test('the cap of a day waits for the next one, counted from midnight in Seoul', async () => {
  const spent = { run: 0n, day: 9_000n, passed: new Set<RunLimit>() };
  const { seen, jobs, since, batches } = await dispatch({ spent, policy: { limits: { ...limits, dayCap: 10_000n } } });
  expect(batches).toEqual([]);
  expect(seen).toContain('pause DAY_CAP');
  expect(jobs).toEqual([short]);
  expect(since).toEqual([new Date('2026-05-04T01:00:00Z'), new Date('2026-05-10T15:00:00Z')]);
});

test('a run like one of the last days is paused before anything of it is begun; one that was begun goes on', async () => {
  const stage = { duplicate: 'other', policy: { limits } };
  expect(await dispatch(stage)).toMatchObject({ seen: ['pause DUPLICATE_RUN'], batches: [], jobs: [] });
  expect((await dispatch({ ...stage, runState: 'dispatching' })).batches).toEqual([['a', 'b']]);
  const off = { ...stage, policy: { limits: { ...limits, duplicateDays: 0 } } };
  expect((await dispatch(off)).since).toEqual([]);
});

test('an empty run is closed', async () => {
  expect(await dispatch({ payouts: [] })).toMatchObject({ seen: ['begun', 'closed if done'], batches: [], jobs: [] });
});

test('a payout that goes out on another day than its statement says is announced', async () => {
  const payouts = [payoutOf('a', 5_000n, { due_on: '2026-05-08' }), payoutOf('b', 5_000n)];
  const { news } = await dispatch({ payouts });
  const told = { type: 'payout.rescheduled', payoutId: 'a', sellerId: 'of a', runId: 'run', scheduleType: 'EXPRESS' };
  expect(news).toEqual([{ ...told, from: '2026-05-08', to: '2026-05-11' }]);
});
