import { addDays, businessDateOf, type DateText, instantAt } from '@jeongsan/calendar';
import { enqueue, type Executor, nextRunOf } from '@jeongsan/database';
import type { Schedule } from '@jeongsan/queues';
import { enqueueExpiries } from './withdraw-run/withdraw-run.js';

/** After the reconciliation at 03:00, so that money settled yesterday can mature today. */
const DRAFT_AT = '04:00:00';
/** Before the day's dispatch, so that no run is sent after its expiry. */
const EXPIRE_AT = '05:00:00';

/** The periodic jobs that draft runs and expire them, in Asia/Seoul. */
export const runSchedules: Schedule[] = [
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
];

/** The date of the next draft of a run: today for a late one, the next 04:00 before the first one. */
export async function nextDraftOn(db: Executor, now: Date): Promise<DateText> {
  const next = (await nextRunOf(db, 'payout-run.draft')) ?? nextAt(now, DRAFT_AT);
  return businessDateOf(next > now ? next : now);
}

function nextAt(now: Date, time: string): Date {
  const today = instantAt(businessDateOf(now), time);
  return now < today ? today : instantAt(addDays(businessDateOf(now), 1), time);
}
