import {
  addDays,
  businessDateOf,
  type Calendar,
  CalendarYearUnknown,
  cycleDateOn,
  type DatePolicy,
  parseCycle,
} from '@jeongsan/calendar';
import type { Executor } from '@jeongsan/database';
import type { Output } from '@jeongsan/http-contract';
import { refuse, type forecastCash as contract } from '@jeongsan/platform-contract';
import { dueByDate, inflowByDate, openingCash, termsKinds, type Due } from './forecast-facts.js';

type Forecast = Output<typeof contract>;

const DAYS_DEFAULT = 30;
const DAYS_MAX = 90;

/**
 * The expected inflow into the provider's available balance and the amounts due to sellers, by date. The forecast is
 * conservative: reserves, withholding and holds, which would lower the amounts due, are left out, and future sales do
 * not count. A window in a year without holiday data is refused.
 */
export async function forecastCash(
  db: Executor,
  calendar: Calendar,
  now: Date,
  days: number = DAYS_DEFAULT,
): Promise<Forecast> {
  if (!Number.isSafeInteger(days) || days < 1 || days > DAYS_MAX) {
    throw refuse('FORECAST_WINDOW_INVALID', `A forecast takes 1 to ${DAYS_MAX} days, not ${days}`);
  }
  const today = businessDateOf(now);
  const dates = Array.from({ length: days }, (_, index) => addDays(today, index));
  const kinds = await termsKinds(db, today);
  const cycleDates = kinds.flatMap(({ cycle, datePolicy }) => cycleDatesAmong(dates, cycle, datePolicy, calendar));
  const [cash, inflows, dues] = [
    await openingCash(db),
    await inflowByDate(db, today),
    await dueByDate(db, today, cycleDates),
  ];
  return assemble(dates, cash, inflows, dues);
}

function cycleDatesAmong(dates: readonly string[], cycle: string, datePolicy: DatePolicy, calendar: Calendar) {
  try {
    return dates
      .filter((date) => cycleDateOn(date, parseCycle(cycle), datePolicy, calendar))
      .map((date) => ({ cycle, datePolicy, date }));
  } catch (error) {
    if (error instanceof CalendarYearUnknown) throw refuse('CALENDAR_YEAR_UNKNOWN', error.message);
    throw error;
  }
}

function assemble(
  dates: readonly string[],
  { available, promised }: { available: bigint; promised: bigint },
  inflows: ReadonlyMap<string, bigint>,
  dues: ReadonlyMap<string | null, Due>,
): Forecast {
  let opening = available - promised;
  const days = dates.map((businessDate) => {
    const inflow = inflows.get(businessDate) ?? 0n;
    const { amount: due, sellers } = dues.get(businessDate) ?? { amount: 0n, sellers: 0 };
    const closing = opening + inflow - due;
    const day = { businessDate, opening, inflow, due, sellers, closing };
    opening = closing;
    return day;
  });
  const lowest = days.reduce((low, day) => (day.closing < low ? day.closing : low), 0n);
  return {
    promised,
    days,
    shortfall: -lowest,
    shortOn: days.find(({ closing }) => closing < 0n)?.businessDate ?? null,
    dueLater: dues.get(null)?.amount ?? 0n,
  };
}
