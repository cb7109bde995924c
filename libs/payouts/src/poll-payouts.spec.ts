import type { BatchState, PayoutRunState } from '@jeongsan/state-machines';
import type { PayoutRecords } from './payout-store.js';
import { pollPayouts } from './poll-payouts.js';

const NOW = new Date('2026-05-11T02:00:00Z');
const OVERDUE = new Date('2026-05-11T01:50:00Z');

type Polled = Pick<PayoutRecords, 'unheardOf' | 'stuckBatches' | 'abandonedRuns' | 'enqueue' | 'enqueueAll'>;

/** The jobs that one poll enqueues, and its queries. */
async function poll(standing: {
  unheard?: string[];
  batches?: { id: string; state: BatchState }[];
  runs?: { id: string; state: PayoutRunState }[];
}) {
  const jobs: unknown[] = [];
  const asked: unknown[] = [];
  const records: Polled = {
    unheardOf: async (...about) => (asked.push(about), standing.unheard ?? []),
    stuckBatches: async (...about) => (asked.push(about), standing.batches ?? []),
    abandonedRuns: async (...about) => (asked.push(about), standing.runs ?? []),
    enqueue: async (job, data, now, options) => void jobs.push([job, data, now, options]),
    enqueueAll: async (job, all, now) =>
      void jobs.push(...all.map(({ data, ...options }) => [job, data, now, options])),
  };
  await pollPayouts(records as PayoutRecords, NOW);
  return { jobs, asked };
}

test('where everything moves there is nothing to do', async () => {
  expect((await poll({})).jobs).toEqual([]);
});

test('what did not move for ten minutes is taken up, five hundred of each kind at most', async () => {
  expect((await poll({})).asked).toEqual([[OVERDUE, 500, NOW], [OVERDUE, 500], [500]]);
});

test('each payout that nobody heard of is looked at, one look at a time', async () => {
  expect((await poll({ unheard: ['a', 'b'] })).jobs).toEqual([
    ['payout.observe', { providerPayoutId: 'a' }, NOW, { dedupeKey: 'payout.poll/a' }],
    ['payout.observe', { providerPayoutId: 'b' }, NOW, { dedupeKey: 'payout.poll/b' }],
  ]);
});

test.each<[BatchState, string]>([
  ['unknown', 'payout-batch.resolve'],
  ['prepared', 'payout-batch.send'],
  ['sending', 'payout-batch.send'],
])('a batch that stays %s is given to %s once more', async (state, job) => {
  expect((await poll({ batches: [{ id: 'batch', state }] })).jobs).toEqual([
    [job, { batchId: 'batch' }, NOW, { dedupeKey: `${job}/batch` }],
  ]);
});

test.each<[PayoutRunState, string]>([
  ['approved', 'payout-run.dispatch'],
  ['dispatching', 'payout-run.dispatch'],
  ['rejected', 'payout-run.release'],
  ['expired', 'payout-run.release'],
])('a run that is %s and left alone is given to %s', async (state, job) => {
  expect((await poll({ runs: [{ id: 'run', state }] })).jobs).toEqual([
    [job, { runId: 'run' }, NOW, { dedupeKey: `${job}/run` }],
  ]);
});
