import { addDays } from '@jeongsan/calendar';
import type { Executor } from '@jeongsan/database';
import { payoutDaysOf } from '../match-payouts/list-payouts.js';
import { soldThrough } from '../download/sold-through.js';
import type { Settings } from '../settings.js';

/** The days that one comparison is about. */
export type MatchWindow = Readonly<{
  /** The run, or for a comparison by hand the day after the last day: what is due is due as of this date. */
  businessDate: string;
  /** Days whose transactions were read. */
  days: readonly string[];
  /** soldDates whose settlement rows were read. */
  soldDays: readonly string[];
  /** Downloads whose rows are compared whatever their soldDate. */
  downloads: readonly string[];
  /** Payout dates that were listed, whether or not all their payouts ended. */
  payoutDays: readonly string[];
}>;

type Read = { days: string[]; sold_days: string[]; downloads: string[] };

/** The window of a run: the listings that the run downloaded. */
export async function windowOfRun(tx: Executor, businessDate: string): Promise<MatchWindow> {
  const [read] = await tx.query<Read[]>(
    `select coalesce(array_agg(distinct day::text) filter (where source = 'transactions'), '{}') as days,
            coalesce(array_agg(distinct day::text) filter (where source = 'settlements-sold'), '{}') as sold_days,
            coalesce(array_agg(id::text), '{}') as downloads
       from reconciliation.download where business_date = $1`,
    [businessDate],
  );
  const { days = [], sold_days: soldDays = [], downloads = [] } = read ?? {};
  const payoutDays = await listedPayoutDays(tx, payoutDaysOf(businessDate));
  return { businessDate, days, soldDays, downloads, payoutDays };
}

const DAYS_MAX = 400;

/** The window of a comparison by hand: the stored records of each day from `from` through `to`. */
export async function windowOfDays(tx: Executor, from: string, to: string): Promise<MatchWindow> {
  const days: string[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) {
    if (days.push(day) > DAYS_MAX) throw new Error(`A window from ${from} to ${to} has more than ${DAYS_MAX} days`);
  }
  const payoutDays = await listedPayoutDays(tx, days);
  return { businessDate: addDays(to, 1), days, soldDays: days, downloads: [], payoutDays };
}

async function listedPayoutDays(tx: Executor, days: readonly string[]): Promise<readonly string[]> {
  const listed = await tx.query<{ day: string }[]>(
    `select day::text from reconciliation.payout_listing where day = any($1) order by day`,
    [days],
  );
  return listed.map(({ day }) => day);
}

/** For each soldDate the transactions that it settles: those after the first date, up to the second one. */
export const soldRanges = ({ soldDays }: MatchWindow, { settlementCycle }: Pick<Settings, 'settlementCycle'>) => ({
  soldAfter: soldDays.map((day) => soldThrough(settlementCycle, addDays(day, -1))),
  soldUntil: soldDays.map((day) => soldThrough(settlementCycle, day)),
});
