import { type Author, authorOf, recordDecision } from '@jeongsan/audit';
import { businessDateOf, createCalendar, type DateText } from '@jeongsan/calendar';
import type { Executor } from '@jeongsan/database';
import { inKnownYears, refuse } from '@jeongsan/platform-contract';
import { statement } from '@jeongsan/sql';

export type HolidayOverride = {
  date: DateText;
  kind: 'add' | 'remove';
  name: string;
  createdBy: string;
  createdAt: Date;
};

const COLUMNS = `date, kind, name, created_by as "createdBy", created_at as "createdAt"`;

const INSERT = statement(`
  insert into payouts.holiday_override (date, kind, name, created_by, created_at)
  select :date::date, :kind::text, :name::text, :createdBy, :createdAt
   where not exists (
     select from (select kind, name from payouts.holiday_override where date = :date order by id desc limit 1) last
      where last.kind = :kind and last.name = :name)
  returning id`);

/**
 * Adds or removes a public holiday from now on; dates computed before stay. Rows are never overwritten: the latest row
 * of a date counts, and a repeat adds none. Throws CALENDAR_DATE_PAST for a past date, CALENDAR_YEAR_UNKNOWN for a year
 * without holiday data.
 */
export async function overrideHoliday(
  tx: Executor,
  { date, kind, name }: Pick<HolidayOverride, 'date' | 'kind' | 'name'>,
  author: Author,
  now: Date,
): Promise<HolidayOverride> {
  inKnownYears(() => createCalendar().isBusinessDay(date));
  if (date < businessDateOf(now))
    throw refuse('CALENDAR_DATE_PAST', `${date} is over: its holidays cannot be corrected any more`);
  const made = await INSERT.rows(tx, { date, kind, name, createdBy: author.actor, createdAt: now });
  const [stored] = await tx.query<HolidayOverride[]>(
    `select ${COLUMNS} from payouts.holiday_override where date = $1 order by id desc limit 1`,
    [date],
  );
  if (!stored) throw new Error(`The correction of ${date} was not stored`);
  if (made.length > 0) {
    const decided = {
      subject: date,
      ...authorOf(author),
      reason: null,
      before: null,
      after: { date, change: kind, name },
    };
    await recordDecision(tx, { kind: 'calendar.overridden', ...decided }, now);
  }
  return stored;
}

/** The latest override of each date in a range. */
export const readOverrides = (db: Executor, from: DateText, to: DateText): Promise<HolidayOverride[]> =>
  db.query(
    `select distinct on (date) ${COLUMNS} from payouts.holiday_override where date between $1 and $2 order by date, id desc`,
    [from, to],
  );
