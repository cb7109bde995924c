import type { Schedule } from '@jeongsan/queues';
import { releaseDueHolds } from './release-hold.js';

/** Often enough for a hold that ends today to be gone before today's run is drafted. */
const PERIOD_MS = 10 * 60_000;

export const releaseDueHoldsSchedule: Schedule = {
  name: 'hold.release-due',
  firstRunAt: (now) => now,
  following: (_dueAt, now) => new Date(now.getTime() + PERIOD_MS),
  run: async (tx, _dueAt, now) => void (await releaseDueHolds(tx, now)),
};
