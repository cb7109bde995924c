import type { Schedule } from '@jeongsan/queues';
import { pollSellers } from './poll-sellers.js';

const PERIOD_MS = 10 * 60_000;

/**
 * Every ten minutes of platform time. Missed periods are skipped, because one poll after a pause finds the same sellers
 * as several would.
 */
export const sellerPoll = (now: () => Date): Schedule => ({
  name: 'seller.poll',
  firstRunAt: (startedAt) => new Date(startedAt.getTime() + PERIOD_MS),
  following: (dueAt) => {
    const missed = Math.max(0, Math.floor((now().getTime() - dueAt.getTime()) / PERIOD_MS));
    return new Date(dueAt.getTime() + (missed + 1) * PERIOD_MS);
  },
  run: async (tx, _dueAt, ranAt) => void (await pollSellers(tx, ranAt)),
});
