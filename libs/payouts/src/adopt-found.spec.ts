import { createCalendar } from '@jeongsan/calendar';
import type { BatchState, PayoutState } from '@jeongsan/state-machines';
import { adoptFound, declareSent } from './adopt-found.js';
import type { Batch, BatchChange, NewBatch, Schedule } from './batch.js';
import { bodyHash } from './frozen-payout.js';
import type { Payout, PayoutMove } from './payout.js';
import type { PayoutRecords } from './payout-store.js';
import type { PayoutPolicy } from './payout-policy.js';

const NOW = new Date('2026-05-11T02:00:00Z');
const TODAY = { type: 'EXPRESS', date: '2026-05-11' } as const;
const TOMORROW = { type: 'SCHEDULED', date: '2026-05-12' } as const;
const policy = { calendar: createCalendar(), settleSeconds: 60, transactionDescription: '정산금' } as PayoutPolicy;

const payoutOf = (id: string, run: string, state: PayoutState = 'reserved'): Payout => ({
  ...{
    id,
    ref_payout_id: id,
    run_id: run,
    seller_id: `seller of ${id}`,
    provider_seller_id: `s-${id}`,
    amount: 1_000n,
  },
  ...{ account_fingerprint: 'f', state, provider_payout_id: null, schedule_type: null, payout_date: null },
  ...{ due_on: TODAY.date, not_before: null, absent_rounds: 0, duplicate_rounds: 0 },
});

/** Records that lost their last hours, and the changes that a decision makes to them. */
function booksOf(list: readonly Payout[]) {
  const payouts = new Map(list.map((payout) => [payout.id, payout]));
  const batches = new Map<string, NewBatch & { state: BatchState; fence: bigint; rejectionCode?: string }>();
  const jobs: unknown[] = [];
  const records: Partial<PayoutRecords> = {
    newId: () => `batch ${batches.size + 1}`,
    payouts: async () => payouts,
    insertBatches: async (added) => {
      for (const batch of added) batches.set(batch.id, { ...batch, state: 'prepared', fence: 0n });
    },
    batch: async (id) => {
      const batch = batches.get(id);
      return batch ? ({ ...batch, suspectedOf: null } as Batch) : null;
    },
    changeBatch: async (id: string, change: BatchChange) => {
      const batch = batches.get(id);
      if (batch) Object.assign(batch, change);
    },
    writeMoves: async (moves: readonly PayoutMove[]) => {
      for (const { payout } of moves) payouts.set(payout.id, payout);
    },
    post: async () => undefined,
    announce: async () => undefined,
    emit: async () => undefined,
    enqueue: async (job, data, _, options) => void jobs.push([job, data, options]),
  };
  return { records: records as PayoutRecords, payouts, batches, jobs };
}
const found = (payoutId: string, schedule: Schedule = TODAY) => ({ payoutId, schedule });

test('payouts that stand at the provider come into batches of one run and day, whose outcome the listing tells', async () => {
  const runs = [
    ['a', 'run 1'],
    ['b', 'run 1'],
    ['c', 'run 2'],
    ['d', 'run 1'],
  ] as const;
  const { records, payouts, batches, jobs } = booksOf(runs.map(([id, run]) => payoutOf(id, run)));
  await adoptFound(records, [found('a'), found('c'), found('b'), found('d', TOMORROW)], policy, NOW);
  const all = [...batches.values()];
  expect(all.map(({ runId, schedule, items }) => [runId, schedule, items.map((i) => i.refPayoutId)])).toEqual([
    ['run 1', TODAY, ['a', 'b']],
    ['run 2', TODAY, ['c']],
    ['run 1', TOMORROW, ['d']],
  ]);
  expect(all[2]?.items[0]).toMatchObject({ payoutDate: '2026-05-12', transactionDescription: '정산금' });
  expect(all.map(({ bodyHash: hash, items }) => hash === bodyHash(items))).toEqual([true, true, true]);
  // A sender that claimed the batch in the lost hours may not record an answer.
  const unknown = { state: 'unknown', fence: 1n, rejectionCode: 'FOUND_AT_PROVIDER' };
  expect(all).toMatchObject([unknown, unknown, unknown]);
  expect([...payouts.values()].map(({ state }) => state)).toEqual(['unknown', 'unknown', 'unknown', 'unknown']);
  const later = { runAt: new Date('2026-05-11T02:01:00Z') };
  expect(jobs).toEqual(all.map(({ id }) => ['payout-batch.resolve', { batchId: id }, later]));
});

test('what moved meanwhile, or is not there, stays as it is', async () => {
  const { records, payouts, batches, jobs } = booksOf([
    payoutOf('a', 'run', 'released'),
    payoutOf('b', 'run', 'submitted'),
  ]);
  await adoptFound(records, [found('a'), found('b'), found('of nobody')], policy, NOW);
  expect([...payouts.values()].map(({ state }) => state)).toEqual(['released', 'submitted']);
  expect([batches.size, jobs]).toEqual([0, []]);
});

test('a batch takes a hundred, the rest comes into the next', async () => {
  const ids = Array.from({ length: 201 }, (_, index) => `p${index}`);
  const { records, batches } = booksOf(ids.map((id) => payoutOf(id, 'run')));
  await adoptFound(
    records,
    ids.map((id) => found(id)),
    policy,
    NOW,
  );
  expect([...batches.values()].map(({ items }) => items.length)).toEqual([100, 100, 1]);
});

test('a batch that somebody claimed by now is not declared sent, nor one that is not there', async () => {
  const { records, batches, jobs } = booksOf([payoutOf('a', 'run', 'submitted')]);
  const batch = { id: 'claimed', runId: 'run', schedule: TODAY, items: [], bodyHash: '' };
  batches.set('claimed', { ...batch, state: 'sending', fence: 3n });
  await declareSent(records, 'claimed', policy, NOW);
  await declareSent(records, 'of nobody', policy, NOW);
  expect(batches.get('claimed')).toMatchObject({ state: 'sending', fence: 3n });
  expect(jobs).toEqual([]);
});
