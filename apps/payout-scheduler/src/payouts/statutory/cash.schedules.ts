import { addDays, businessDateOf, instantAt } from '@jeongsan/calendar';
import { enqueue } from '@jeongsan/database';
import type { Schedule } from '@jeongsan/queues';

/** After the reconciliation at 03:00 and before the run of the date is drafted at 04:00. */
const READ_BALANCE_AT = '03:50:00';
/** After the run of the date is drafted, so that what it pays is on statements. */
const TRACK_AT = '04:40:00';

const daily = (name: Schedule['name'], time: string, run: Schedule['run']): Schedule => ({
  name,
  firstRunAt: (now) => nextAt(now, time),
  // Missed dates are skipped: the tracking of one date finds everything, and a balance cannot be read afterwards.
  following: (_dueAt, now) => nextAt(now, time),
  run,
});

export const cashSchedules: Schedule[] = [
  daily('provider-balance.read', READ_BALANCE_AT, (tx, dueAt, now) =>
    enqueue(tx, 'provider-balance.read', { date: businessDateOf(dueAt) }, now, {
      dedupeKey: `provider-balance.read/${businessDateOf(dueAt)}`,
    }),
  ),
  daily('payment-deadlines.track', TRACK_AT, (tx, dueAt, now) =>
    enqueue(tx, 'payment-deadlines.track', { date: businessDateOf(dueAt) }, now, {
      dedupeKey: `payment-deadlines.track/${businessDateOf(dueAt)}`,
    }),
  ),
];

function nextAt(now: Date, time: string): Date {
  const today = instantAt(businessDateOf(now), time);
  return now < today ? today : instantAt(addDays(businessDateOf(now), 1), time);
}
