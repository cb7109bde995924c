import { addDays, businessDateOf, instantAt } from '@jeongsan/calendar';
import { enqueue } from '@jeongsan/database';
import type { Schedule } from '@jeongsan/queues';

/** An hour after the nightly listing, which finds payments that no webhook announced. */
const RETRY_AT = '04:00:00';

/** Missed nights are not made up for: one retry concerns all payments that wait. */
export const retrySplitsNightly: Schedule = {
  name: 'split-payments.retry',
  firstRunAt: nextNight,
  following: (_dueAt, now) => nextNight(now),
  run: (tx, dueAt, now) => enqueue(tx, 'split-payments.retry', { date: businessDateOf(dueAt) }, now),
};

function nextNight(now: Date): Date {
  const today = instantAt(businessDateOf(now), RETRY_AT);
  return now < today ? today : instantAt(addDays(businessDateOf(now), 1), RETRY_AT);
}
