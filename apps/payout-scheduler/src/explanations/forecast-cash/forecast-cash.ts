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
import { freeBalance } from '../../payouts/payout-store/balance-cover.js';
import { expectedInflows, type Inflow } from '../../payouts/payout-store/expected-inflow.js';
import { nextDraftOn } from '../../payouts/runs/runs.schedules.js';
import { expectedReissues } from './expected-reissues.js';
import { dueByDate, openPayouts, termsKinds, type Due } from './forecast-facts.js';

type Forecast = Output<typeof contract>;

const DAYS_DEFAULT = 30;
const DAYS_MAX = 90;

/**
 * The expected inflow into the provider's available balance and the amounts due to sellers, by date. Payments that are
 * approved and not settled count on their expected date. The forecast is conservative: new reserves, withholding and
 * holds, which would lower the amounts due, are left out, and future sales do not count. A window in a year without holiday data is refused.
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
  const { free, source } = await freeBalance(db, now);
  const { promised, waiting } = await openPayouts(db);
  const inflows = await expectedInflows(db, calendar, today);
  const draft = await nextDraftOn(db, now);
  const reissues = await expectedReissues(db, draft, calendar, now).catch(refuseUnknownYear);
  const lastDate = addDays(today, days - 1);
  const dues = await dueByDate(db, { today, draft, lastDate, cycles: cycleDates, reissues });
  return { source, promised, ...assemble(dates, free - waiting, inflows, dues) };
}

function cycleDatesAmong(dates: readonly string[], cycle: string, datePolicy: DatePolicy, calendar: Calendar) {
  try {
    return dates
      .filter((date) => cycleDateOn(date, parseCycle(cycle), datePolicy, calendar))
      .map((date) => ({ cycle, datePolicy, date }));
  } catch (error) {
    return refuseUnknownYear(error);
  }
}

function refuseUnknownYear(error: unknown): never {
  if (error instanceof CalendarYearUnknown) throw refuse('CALENDAR_YEAR_UNKNOWN', error.message);
  throw error;
}

function assemble(
  dates: readonly string[],
  available: bigint,
  inflows: readonly Inflow[],
  dues: ReadonlyMap<string | null, Due>,
): Omit<Forecast, 'source' | 'promised'> {
  let opening = available;
  const days = dates.map((businessDate) => {
    const ofDate = inflows.filter(({ date }) => date === businessDate);
    const main = ofDate.filter(({ account }) => account === '');
    const inflow = sum(main.map(({ amount }) => amount));
    const { amount: due, sellers } = dues.get(businessDate) ?? { amount: 0n, sellers: 0 };
    const closing = opening + inflow - due;
    const unsettled = sum(main.map(({ expected }) => expected));
    const otherAccounts = accountsOf(ofDate);
    const day = { businessDate, opening, inflow, unsettled, due, sellers, closing, otherAccounts };
    opening = closing;
    return day;
  });
  const lowest = days.reduce((low, day) => (day.closing < low ? day.closing : low), 0n);
  const short = days.find(({ closing }) => closing < 0n);
  return {
    days,
    shortfall: -lowest,
    shortOn: short?.businessDate ?? null,
    shortOnBy: short ? -short.closing : 0n,
    dueLater: dues.get(null)?.amount ?? 0n,
  };
}

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n);

/** The inflow of each further account, from which no payout leaves. */
function accountsOf(inflows: readonly Inflow[]): { account: string; inflow: bigint }[] {
  const accounts = [...new Set(inflows.map(({ account }) => account))].filter((account) => account !== '').sort();
  return accounts.map((account) => ({
    account,
    inflow: sum(inflows.filter((i) => i.account === account).map(({ amount }) => amount)),
  }));
}
