import { createCalendar } from '@jeongsan/calendar';
import type { Batch, BatchChange, OpenBatch } from './batch.js';
import type { PayoutRecords, PayoutStore } from './payout-store.js';
import type { PayoutPolicy } from './payout-policy.js';
import type { PayoutProvider } from './provider.js';
import type { PayoutMove } from './payout.js';
import { resolveBatch } from './resolve-batch.js';

const NOW = new Date('2026-05-11T02:00:00Z');
const policy: PayoutPolicy = {
  calendar: createCalendar(),
  selfApproveUpTo: null,
  minimumPayout: 0n,
  weeklyLimit: 10_000_000n,
  dispatchAt: '09:00:00',
  settleSeconds: 60,
  realSettleSeconds: 60,
  sendingTimeoutSeconds: 90,
  transactionDescription: '정산금',
};
const open: OpenBatch = {
  id: 'batch',
  runId: 'run',
  payoutDate: '2026-05-11',
  absentListings: 0,
  unknownForSeconds: 0,
  unknown: ['payout'],
  lackedBefore: [],
  wasLookedFor: false,
};

type Stage = Readonly<{ open?: Partial<OpenBatch> | null; atConclusion?: Partial<Batch> | null; realSettle?: number }>;

/** The change of a batch by one complete listing without our payout, at a platform time long after the request. */
async function look({ open: opened, atConclusion = {}, realSettle = 60 }: Stage = {}) {
  const changes: BatchChange[] = [];
  const listings: object[] = [];
  const asked: object[] = [];
  const moved: string[] = [];
  const jobs: object[] = [];
  const records = {
    batch: async () => atConclusion && { id: 'batch', state: 'unknown', absentListings: 0, items: [], ...atConclusion },
    changeBatch: async (_: string, change: BatchChange) => void changes.push(change),
    recordListing: async (_: string, listing: object) => void listings.push(listing),
    enqueue: async (job: string, data: object, _: Date, options?: object) =>
      void jobs.push({ job, ...data, ...options }),
    payouts: async () =>
      new Map([['payout', { id: 'payout', state: 'unknown', absent_rounds: 0, duplicate_rounds: 0 }]]),
    writeMoves: async (moves: readonly PayoutMove[]) => void moved.push(...moves.map((m) => m.payout.state)),
    ...{ post: async () => undefined, announce: async () => undefined, emit: async () => undefined },
  } as unknown as PayoutRecords;
  const store: Pick<PayoutStore, 'openBatch' | 'transaction'> = {
    openBatch: async () => (opened === null ? null : { ...open, unknownForSeconds: 60, ...opened }),
    transaction: (_, work) => work(records),
  };
  const provider: Pick<PayoutProvider, 'listPayouts'> = {
    listPayouts: async ({ query }) => {
      asked.push(query);
      return {
        version: '2022-11-16',
        traceId: 'trace',
        entityType: 'payout-list',
        entityBody: { hasMore: false, size: 0, nextCursor: null, items: [] },
      };
    },
  };
  await resolveBatch(store as PayoutStore, provider, 'batch', { ...policy, realSettleSeconds: realSettle }, () => NOW);
  return { changes, listings, asked, moved, jobs };
}

const later = { resolveAt: new Date('2026-05-11T02:01:00Z') };
const lookAgain = { job: 'payout-batch.resolve', batchId: 'batch', runAt: later.resolveAt };

test('a look that came too early in real time counts for nothing, whatever the clock of the machine says', async () => {
  const early = await look({ open: { unknownForSeconds: 59 } });
  expect(early).toMatchObject({ changes: [later], listings: [], moved: [], jobs: [lookAgain] });
});

test('a look after the settle delay is the first of two', async () => {
  const { changes, listings, moved, jobs } = await look();
  expect(changes).toMatchObject([{ absentListings: 1, ...later }]);
  expect(listings).toEqual([{ number: 1, from: '2026-05-10', to: '2026-05-12', listed: 0, absent: ['payout'] }]);
  expect([moved, jobs]).toEqual([[], [lookAgain]]);
});

const first = { absentListings: 1, lackedBefore: ['payout'] };

test.each([
  ['comes a second settle delay later', 120, ['reserved'], [{ job: 'payout-run.dispatch', runId: 'run' }]],
  ['comes earlier counts for nothing', 119, [], [lookAgain]],
])('a second look that %s', async (_, unknownForSeconds, moved, jobs) => {
  const atConclusion = { absentListings: 1, runId: 'run' };
  expect(await look({ open: { ...first, unknownForSeconds }, atConclusion })).toMatchObject({ moved, jobs });
});

test('where no real delay is asked for, the second look needs none', async () => {
  const again = await look({
    open: { ...first, unknownForSeconds: 0 },
    atConclusion: { absentListings: 1 },
    realSettle: 0,
  });
  expect(again).toMatchObject({ changes: [{ state: 'resolved', resolveAt: null }], moved: ['reserved'] });
  expect(again.listings).toMatchObject([{ number: 2 }]);
});

test('a batch that is not due, or not unknown, is not looked for', async () => {
  expect(await look({ open: null })).toEqual({ changes: [], listings: [], asked: [], moved: [], jobs: [] });
});

test.each<[string, Partial<Batch> | null]>([
  ['another look was counted meanwhile', { absentListings: 1 }],
  ['its outcome is known by now', { state: 'resolved' }],
  ['it is gone', null],
])('a look counts for nothing when %s', async (_, atConclusion) => {
  expect(await look({ atConclusion })).toMatchObject({ changes: [], listings: [], moved: [], jobs: [] });
});

test('a look covers the day before and the day after: a date may have moved at the provider', async () => {
  const { asked } = await look();
  expect(asked).toEqual([{ payoutDateGte: '2026-05-10', payoutDateLte: '2026-05-12', limit: 1_000 }]);
});

test('a payout that was looked for in vain is looked for a week around its date: a clock may be days wrong', async () => {
  const { asked } = await look({ open: { wasLookedFor: true } });
  expect(asked).toEqual([{ payoutDateGte: '2026-05-04', payoutDateLte: '2026-05-18', limit: 1_000 }]);
});
