import { type Calendar, createCalendar, type DateText } from '@jeongsan/calendar';
import type { Executor } from '@jeongsan/sql';
import { prepared } from './prepared.js';

/** The calendar as it stands. Ask once per decision and keep the answer: two answers may differ. */
export type CalendarReader = () => Promise<Calendar>;

type Override = { date: DateText; kind: 'add' | 'remove'; name: string };

const OVERRIDES = prepared(
  'calendar.overrides',
  'select distinct on (date) date, kind, name from payouts.holiday_override order by date, id desc',
);

/**
 * Reads the published holidays with the operator's corrections. An answer may be `maxAgeMs` of real time old: 0 where a decision is
 * rare, a little where each payment asks. The same corrections give the same object, so what it has worked out is kept.
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
