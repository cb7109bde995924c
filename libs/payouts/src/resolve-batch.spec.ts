import { createCalendar } from '@jeongsan/calendar';
import type { Batch, BatchChange, OpenBatch } from './batch.js';
import type { PayoutBook, PayoutStore } from './payout-store.js';
import type { PayoutPolicy } from './payout-policy.js';
import type { PayoutProvider } from './provider.js';
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

/** What one complete look at a listing without our payout makes of a batch, at a platform time long after its request. */
async function afterOneLook(unknownForSeconds: number, wasLookedFor = false) {
  const changes: BatchChange[] = [];
  const listings: number[] = [];
  const asked: object[] = [];
  const book: Pick<PayoutBook, 'batch' | 'changeBatch' | 'recordListing' | 'enqueue'> = {
    batch: async () => ({ state: 'unknown', absentListings: 0, items: [] as Batch['items'] }) as Batch,
    changeBatch: async (_, change) => void changes.push(change),
    recordListing: async (_, { number }) => void listings.push(number),
    enqueue: async () => undefined,
  };
  const store: Pick<PayoutStore, 'openBatch' | 'transaction'> = {
    openBatch: async () => ({ ...open, unknownForSeconds, wasLookedFor }),
    transaction: (_, work) => work(book as PayoutBook),
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
  await resolveBatch(store as PayoutStore, provider, 'batch', policy, () => NOW);
  return { changes, listings, asked };
}

test('a look that came too early in real time counts for nothing, whatever the clock of the machine says', async () => {
  const later = { resolveAt: new Date('2026-05-11T02:01:00Z') };
  expect(await afterOneLook(59)).toMatchObject({ changes: [later], listings: [] });
});

test('a look after the settle delay is the first of two', async () => {
  const later = { resolveAt: new Date('2026-05-11T02:01:00Z') };
  expect(await afterOneLook(60)).toMatchObject({ changes: [{ absentListings: 1, ...later }], listings: [1] });
});

test('a look covers the day before and the day after: a date may have moved at the provider', async () => {
  const { asked } = await afterOneLook(60);
  expect(asked).toEqual([{ payoutDateGte: '2026-05-10', payoutDateLte: '2026-05-12', limit: 1_000 }]);
});

test('a payout that was looked for in vain is looked for a week around its date: a clock may be days wrong', async () => {
  const { asked } = await afterOneLook(60, true);
  expect(asked).toEqual([{ payoutDateGte: '2026-05-04', payoutDateLte: '2026-05-18', limit: 1_000 }]);
});
