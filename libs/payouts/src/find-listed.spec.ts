import { won } from '@jeongsan/money';
import { findListed } from './find-listed.js';
import type { ProviderPayout } from './payout.js';
import type { PayoutProvider } from './provider.js';

const shown = (id: string, refPayoutId: string | null): ProviderPayout => ({
  ...{ id, refPayoutId, destination: 'seller_1', scheduleType: 'EXPRESS', payoutDate: '2026-05-11' },
  ...{ amount: won(1_000n), transactionDescription: '정산금', requestedAt: new Date('2026-05-11T01:00:00Z') },
  ...{ status: 'REQUESTED', error: null, metadata: null },
});
const week = { from: '2026-05-10', to: '2026-05-12' };

/** A provider that returns these pages one by one, and records the queries. */
function listing(pages: readonly (readonly ProviderPayout[])[], isEndless = false) {
  const asked: object[] = [];
  const provider: Pick<PayoutProvider, 'listPayouts'> = {
    listPayouts: async ({ query }) => {
      const items = [...(pages[asked.length] ?? [])];
      asked.push(query);
      const hasMore = isEndless || asked.length < pages.length;
      return {
        ...{ version: '2022-11-16', traceId: 'trace', entityType: 'payout-list' as const },
        entityBody: { hasMore, size: items.length, nextCursor: hasMore ? `cursor-${asked.length}` : null, items },
      };
    },
  };
  return { asked, provider };
}

test('payouts are found by reference, on every page of the window of dates', async () => {
  const pages = [
    [shown('p1', 'ours-1'), shown('p2', 'of somebody else')],
    [shown('p3', null), shown('p4', 'ours-2')],
  ];
  const { asked, provider } = listing(pages);
  const { found, listed } = await findListed(provider, week, new Set(['ours-1', 'ours-2', 'ours-3']));
  expect(found.map(({ id }) => id)).toEqual(['p1', 'p4']);
  expect(listed).toBe(4);
  const window = { payoutDateGte: '2026-05-10', payoutDateLte: '2026-05-12', limit: 1_000 };
  expect(asked).toStrictEqual([window, { ...window, startingAfter: 'cursor-1' }]);
});

test('an empty listing is read to its end, and lacks everything', async () => {
  expect(await findListed(listing([[]]).provider, week, new Set(['ours']))).toEqual({ found: [], listed: 0 });
});

test('a listing that does not end proves nothing: it is given up after a thousand pages, and named', async () => {
  const { asked, provider } = listing([], true);
  await expect(findListed(provider, week, new Set(['ours']))).rejects.toMatchObject({
    outcome: 'unknown',
    code: 'INCOMPLETE_LISTING',
    detail: expect.stringContaining('payouts from 2026-05-10 to 2026-05-12') as string,
  });
  expect(asked).toHaveLength(1_000);
});

test('a listing that breaks off proves nothing', async () => {
  const provider = { listPayouts: () => Promise.reject(new Error('no reply')) };
  await expect(findListed(provider, week, new Set(['ours']))).rejects.toThrow('no reply');
});
