import type { Calendar } from './calendar.js';
import { businessDateOf, seoulTimeOf } from './seoul-time.js';

const OPENS_AT = '08:00:00';
const CLOSES_AT = '15:00:00';

/** Whether EXPRESS payouts are accepted: business days from 08:00:00 until just before 15:00:00 (document 2 section 4). */
export function isWithinExpressHours(instant: Date, calendar: Calendar): boolean {
  const time = seoulTimeOf(instant);
  // ASSUMED: 15:00:00 itself is too late; being refused by one second costs more than going out as SCHEDULED.
  return OPENS_AT <= time && time < CLOSES_AT && calendar.isBusinessDay(businessDateOf(instant));
}
