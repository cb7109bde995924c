import { pollPayouts } from '@jeongsan/payouts';
import type { Schedule } from '@jeongsan/queues';
import { pgPayoutRecords } from '../../payout-store/pg-payout-records.js';

const PERIOD_MS = 10 * 60_000;

export const pollPayoutsSchedule: Schedule = {
  name: 'payout.poll',
  firstRunAt: (now) => now,
  // Missed periods are skipped, because one poll after a pause finds everything.
  following: (_dueAt, now) => new Date(now.getTime() + PERIOD_MS),
  run: (tx, _dueAt, now) => pollPayouts(pgPayoutRecords(tx), now),
};
