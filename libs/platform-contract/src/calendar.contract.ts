import { endpoint, Instant, IntText } from '@jeongsan/http-contract';
import { StartEvent } from '@jeongsan/settlement';
import { z } from 'zod';
import { may } from './refusals.js';
import { BusinessDate, SellerKey } from './values.js';

const HolidayOverrideIn = z.object({
  date: BusinessDate,
  /** add: banks are closed on that date. remove: banks are open, whatever the published holidays say. */
  kind: z.enum(['add', 'remove']),
  /** The name of the holiday; with `remove`, why the date is a business day. */
  name: z.string().min(1).max(60),
});
export const HolidayOverrideView = HolidayOverrideIn.extend({ createdBy: z.string(), createdAt: Instant });

export const overrideHoliday = endpoint({
  method: 'POST',
  path: '/calendar/overrides',
  summary:
    'Correct the public holidays: one announced after they were published, or one withdrawn. The last word on a date counts; decisions taken before keep their dates.',
  security: 'bearer',
  scope: 'terms:write',
  body: HolidayOverrideIn,
  success: { status: 201, body: HolidayOverrideView },
  errors: may('CALENDAR_YEAR_UNKNOWN', 'CALENDAR_DATE_PAST'),
});

export const CalendarDay = z.object({
  date: BusinessDate,
  isBusinessDay: z.boolean(),
  holidayName: z.string().nullable(),
  /** The latest correction of this date; null: none. */
  override: HolidayOverrideView.nullable(),
});

export const getCalendar = endpoint({
  method: 'GET',
  path: '/calendar',
  summary: 'The days on which banks work, the holidays by name, and who corrected which; at most 400 days.',
  security: 'bearer',
  scope: 'sellers:read',
  query: z.object({ from: BusinessDate, to: BusinessDate }),
  success: { status: 200, body: z.object({ days: z.array(CalendarDay) }) },
  errors: may('CALENDAR_RANGE_INVALID', 'CALENDAR_YEAR_UNKNOWN'),
});

export const SettlementDates = z.object({
  sellerId: SellerKey,
  /** The next dates on which a statement closes. */
  dates: z.array(BusinessDate),
  /** The tranches of a line whose waiting time counts from `startedOn`: when each is payable, and on which statement. */
  startEvent: StartEvent,
  startedOn: BusinessDate,
  tranches: z.array(
    z.object({ tranche: z.int(), share: z.int(), maturesOn: BusinessDate, statementOn: BusinessDate.nullable() }),
  ),
});

export const previewSettlementDates = endpoint({
  method: 'GET',
  path: '/sellers/{sellerId}/settlement-dates',
  summary:
    'When a seller is settled next, and when a line would be paid whose start event counts for a given day (`from` where left out).',
  security: 'bearer',
  scope: 'sellers:read',
  params: z.object({ sellerId: SellerKey }),
  query: z.object({ from: BusinessDate.optional(), count: IntText.optional(), startedOn: BusinessDate.optional() }),
  success: { status: 200, body: SettlementDates },
  errors: may('TERMS_MISSING', 'CALENDAR_RANGE_INVALID', 'CALENDAR_YEAR_UNKNOWN'),
});

export const calendarContract = { overrideHoliday, getCalendar, previewSettlementDates } as const;
