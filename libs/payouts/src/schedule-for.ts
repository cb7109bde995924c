import { addDays, businessDateOf, instantAt, isWithinExpressHours, type Calendar } from '@jeongsan/calendar';
import type { Schedule } from './batch.js';
import type { PayoutPolicy } from './payout-policy.js';

/** The first business day after today. */
export const nextBusinessDay = (calendar: Calendar, now: Date): string =>
  calendar.nextBusinessDay(addDays(businessDateOf(now), 1));

/** The dispatch time of the next business day. */
export const nextDispatch = (
  { calendar, dispatchAt }: Pick<PayoutPolicy, 'calendar' | 'dispatchAt'>,
  now: Date,
): Date => instantAt(nextBusinessDay(calendar, now), dispatchAt);

/**
 * EXPRESS within its hours; otherwise SCHEDULED on the next business day (document 2 section 4). `notBefore`: the provider
 * refused every earlier date. The result is frozen in the batch and never changed: a batch is refused, and its payouts are
 * frozen anew.
 */
export function scheduleFor(now: Date, calendar: Calendar, notBefore: string | null = null): Schedule {
  const today = businessDateOf(now);
  const isLater = notBefore !== null && notBefore > today;
  if (!isLater && isWithinExpressHours(now, calendar)) return { type: 'EXPRESS', date: today };
  return { type: 'SCHEDULED', date: isLater ? calendar.nextBusinessDay(notBefore) : nextBusinessDay(calendar, now) };
}
