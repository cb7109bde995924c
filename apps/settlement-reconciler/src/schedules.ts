import { addDays, businessDateOf, instantAt } from '@jeongsan/calendar';
import { enqueue } from '@jeongsan/database';
import type { Schedule } from '@jeongsan/queues';

/** At this time yesterday's transactions are listed and today's settlements have reached the balance. */
const RECONCILE_AT = '03:00:00';

/** The nightly schedule of the reconciler, in Asia/Seoul. */
export const schedules: Schedule[] = [
  {
    name: 'settlement.reconcile',
    firstRunAt: nextNight,
    following: (dueAt) => instantAt(addDays(businessDateOf(dueAt), 1), RECONCILE_AT),
    run: (tx, dueAt, now) => {
      const businessDate = businessDateOf(dueAt);
      return enqueue(tx, 'settlement.reconcile', { businessDate }, now, {
        dedupeKey: `settlement.reconcile/${businessDate}`,
      });
    },
  },
];

function nextNight(now: Date): Date {
  const today = instantAt(businessDateOf(now), RECONCILE_AT);
  return now < today ? today : instantAt(addDays(businessDateOf(now), 1), RECONCILE_AT);
}
