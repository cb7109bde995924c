import { addDays, businessDateOf, instantAt } from '@jeongsan/calendar';
import { enqueue } from '@jeongsan/database';
import type { Schedule } from '@jeongsan/queues';
import { pollPayouts } from './dispatch/observe-payout/poll-payouts.js';
import { releaseDueHolds } from '../closing/release-hold/release-hold.js';
import { enqueueExpiries } from './runs/withdraw-run/withdraw-run.js';

/** After the reconciliation at 03:00, so that money settled yesterday can mature today. */
const DRAFT_AT = '04:00:00';
/** Before the day's dispatch, so that no run is sent after its expiry. */
const EXPIRE_AT = '05:00:00';
const POLL_MINUTES = 10;
/**
 * Minutes between releases of due holds: often enough for a hold that ends today to be gone before today's run is
 * drafted.
 */
const HOLDS_MINUTES = 10;

/** The periodic jobs of the scheduler, in Asia/Seoul. */
export const schedules: Schedule[] = [
  {
    name: 'payout-run.draft',
    firstRunAt: (now) => nextAt(now, DRAFT_AT),
    following: (dueAt) => instantAt(addDays(businessDateOf(dueAt), 1), DRAFT_AT),
    run: (tx, dueAt, now) => enqueue(tx, 'payout-run.draft', { businessDate: businessDateOf(dueAt) }, now),
  },
  {
    name: 'payout-run.expire',
    firstRunAt: (now) => nextAt(now, EXPIRE_AT),
    // Missed periods are skipped, because one job after a pause finds all expired runs.
    following: (_dueAt, now) => nextAt(now, EXPIRE_AT),
    run: (tx, _dueAt, now) => enqueueExpiries(tx, now),
  },
  {
    name: 'payout.poll',
    firstRunAt: (now) => now,
    // Missed periods are skipped, because one poll after a pause finds everything.
    following: (_dueAt, now) => new Date(now.getTime() + POLL_MINUTES * 60_000),
    run: (tx, _dueAt, now) => pollPayouts(tx, now),
  },
  {
    name: 'hold.release-due',
    firstRunAt: (now) => now,
    following: (_dueAt, now) => new Date(now.getTime() + HOLDS_MINUTES * 60_000),
    run: async (tx, _dueAt, now) => void (await releaseDueHolds(tx, now)),
  },
];

function nextAt(now: Date, time: string): Date {
  const today = instantAt(businessDateOf(now), time);
  return now < today ? today : instantAt(addDays(businessDateOf(now), 1), time);
}
