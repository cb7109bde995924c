import { type Calendar, createCalendar, type DateText } from '@jeongsan/calendar';
import type { Executor } from '@jeongsan/sql';
import { prepared } from './prepared.js';

/**
 * Returns the current calendar. Call once per decision and use the result throughout: a second call may return another
 * calendar.
 */
export type CalendarReader = () => Promise<Calendar>;

type Override = { date: DateText; kind: 'add' | 'remove'; name: string };

const OVERRIDES = prepared(
  'calendar.overrides',
  'select distinct on (date) date, kind, name from payouts.holiday_override order by date, id desc',
);

/**
 * Reads the published holidays with the operator's corrections. `maxAgeMs`: how old (real time) a cached calendar may be; 0 for
 * rare decisions, some seconds where each payment reads the calendar. Unchanged corrections return the same Calendar object,
 * which keeps its computed dates.
 */
export function calendarReader(db: Executor, maxAgeMs = 0): CalendarReader {
  let known: { calendar: Calendar; overrides: string; readAtMs: number } | undefined;
  return async () => {
    const nowMs = performance.now();
    if (known !== undefined && nowMs - known.readAtMs < maxAgeMs) return known.calendar;
    const rows = await db.query<Override[]>(OVERRIDES);
    const overrides = JSON.stringify(rows);
    const calendar = known?.overrides === overrides ? known.calendar : calendarWith(rows);
    known = { calendar, overrides, readAtMs: nowMs };
    return calendar;
  };
}

function calendarWith(rows: readonly Override[]): Calendar {
  const of = (kind: Override['kind']) => rows.filter((row) => row.kind === kind);
  const add = Object.fromEntries(of('add').map(({ date, name }) => [date, name]));
  return createCalendar({ overrides: { add, remove: of('remove').map(({ date }) => date) } });
}
