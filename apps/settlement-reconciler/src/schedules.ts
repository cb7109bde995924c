import { addDays, businessDateOf, instantAt } from '@jeongsan/calendar';
import { enqueue } from '@jeongsan/database';
import type { Schedule } from '@jeongsan/queues';
import { announceOverdue } from './report-breaks/announce-breaks.js';

/** At this time yesterday's transactions are listed and today's settlements have reached the balance. */
const RECONCILE_AT = '03:00:00';

/** Before the night's postings; the tables of months that have none yet are made then. */
const MAKE_MONTHS_AT = '02:30:00';

const OVERDUE_EVERY_MS = 3_600_000;

/** The schedules of the reconciler; times of day are of Asia/Seoul. */
export const schedules: Schedule[] = [
  {
    name: 'settlement.reconcile',
    ...everyNightAt(RECONCILE_AT),
    run: (tx, dueAt, now) => {
      const businessDate = businessDateOf(dueAt);
      return enqueue(tx, 'settlement.reconcile', { businessDate }, now, {
        dedupeKey: `settlement.reconcile/${businessDate}`,
      });
    },
  },
  {
    name: 'ledger.months',
    ...everyNightAt(MAKE_MONTHS_AT),
    run: (tx, dueAt, now) => {
      const date = businessDateOf(dueAt);
      return enqueue(tx, 'month-tables.make', { date }, now, { dedupeKey: `month-tables.make/${date}` });
    },
  },
  {
    name: 'settlement.announce-overdue',
    firstRunAt: (now) => now,
    // After a pause one round is enough.
    following: (_, now) => new Date(now.getTime() + OVERDUE_EVERY_MS),
    run: (tx, _, now) => announceOverdue(tx, now),
  },
];

function everyNightAt(time: string): Pick<Schedule, 'firstRunAt' | 'following'> {
  const onDayAfter = (at: Date): Date => instantAt(addDays(businessDateOf(at), 1), time);
  return {
    firstRunAt: (now) => {
      const today = instantAt(businessDateOf(now), time);
      return now < today ? today : onDayAfter(now);
    },
    following: onDayAfter,
  };
}
