import { addDays, type DateText, monthEndOf, weekdayOf, WEEKDAYS } from '@jeongsan/calendar';

export const settlementCycles = ['DAILY', 'WEEKLY', 'MONTHLY'] as const;
/**
 * The merchant's settlement cycle with the provider. It decides the soldDate of a payment: the day itself, that week's
 * Sunday, or the last day of the month.
 */
export type SettlementCycle = (typeof settlementCycles)[number];

/** The last day whose transactions all have a soldDate of `date` or before. */
export function soldThrough(cycle: SettlementCycle, date: DateText): DateText {
  switch (cycle) {
    case 'DAILY':
      return date;
    case 'WEEKLY':
      return addDays(date, -((WEEKDAYS.indexOf(weekdayOf(date)) + 1) % WEEKDAYS.length));
    case 'MONTHLY':
      return monthEndOf(date) === date ? date : addDays(`${date.slice(0, 8)}01`, -1);
  }
}
