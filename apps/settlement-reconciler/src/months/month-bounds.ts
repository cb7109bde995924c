import { addDays, instantAt, monthEndOf } from '@jeongsan/calendar';

/** A month of Asia/Seoul: its dates, and its instants from `from` up to `until`, exclusive. */
export type MonthBounds = Readonly<{
  month: string;
  first: string;
  last: string;
  next: string;
  from: Date;
  until: Date;
}>;

/** The bounds of a month in the form yyyy-MM. */
export function boundsOf(month: string): MonthBounds {
  const first = `${month}-01`;
  const last = monthEndOf(first);
  const next = addDays(last, 1);
  return { month, first, last, next, from: instantAt(first, '00:00:00'), until: instantAt(next, '00:00:00') };
}
