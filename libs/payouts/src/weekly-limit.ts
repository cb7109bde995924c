import { addDays, businessDateOf, instantAt, weekdayOf, WEEKDAYS } from '@jeongsan/calendar';

/** A payout of `payoutStates.countedForWeek`. `submittedAt` null: not sent yet, counts from now on. */
export type CountedPayout = Readonly<{ amount: bigint; submittedAt: Date | null }>;

export type WeeklyUse = Readonly<{ rolling: bigint; calendar: bigint; used: bigint }>;
/** The amount that stops counting on a date (Asia/Seoul), and the headroom from then on if nothing more is paid. */
export type Freed = Readonly<{ date: string; amount: bigint; headroom: bigint }>;
export type HeadroomForecast = Readonly<{
  use: WeeklyUse;
  headroom: bigint;
  /** The payable amount beyond the present headroom. */
  waiting: bigint;
  frees: readonly Freed[];
  /** The date from which everything that waits can be paid; null: nothing waits, or the date is beyond STEPS_MAX steps. */
  fitsOn: string | null;
}>;

const DAY_MS = 86_400_000;
/** The provider counts from the moment of the request, at most an hour after its batch was frozen. */
const REQUEST_MARGIN_MS = 3_600_000;
const ROLLING_MS = 7 * DAY_MS + REQUEST_MARGIN_MS;
/** Bound of the forecast: about two years when the whole limit is used each week. */
const STEPS_MAX = 100;

/** The most that may be paid within a week. `inclusive`: the limit itself may be paid. */
export const weeklyMost = (limit: bigint, inclusive: boolean): bigint => (inclusive ? limit : limit - 1n);

/** Payouts submitted at or before this moment no longer count, neither in rolling seven days nor in the calendar week. */
export const countsSince = (now: Date): Date => new Date(now.getTime() - ROLLING_MS);

/** The date of the week's Monday (Asia/Seoul). */
export function weekOf(now: Date): string {
  const today = businessDateOf(now);
  const daysSinceMonday = (WEEKDAYS.indexOf(weekdayOf(today)) - WEEKDAYS.indexOf('MON') + 7) % 7;
  return addDays(today, -daysSinceMonday);
}

export const mondayOf = (now: Date): Date => instantAt(weekOf(now), '00:00:00');

/**
 * The amount that counts at an instant: the larger of rolling seven days and calendar week, since the provider's documents do
 * not say which one applies.
 */
export function weeklyUse(payouts: readonly CountedPayout[], now: Date): WeeklyUse {
  const sumSince = (isIn: (at: Date) => boolean): bigint =>
    payouts.reduce((sum, p) => (isIn(p.submittedAt ?? now) ? sum + p.amount : sum), 0n);
  const [since, monday] = [countsSince(now), mondayOf(now)];
  const rolling = sumSince((at) => at > since);
  const calendar = sumSince((at) => at >= monday);
  return { rolling, calendar, used: rolling > calendar ? rolling : calendar };
}

/**
 * Forecasts the headroom under the weekly limit. `limit`: the most of a week; `payable`: won owed now. The forecast assumes
 * that each amount is paid as soon as it fits, and counts again from then on.
 */
export function forecastHeadroom(
  payouts: readonly CountedPayout[],
  limit: bigint,
  payable: bigint,
  now: Date,
): HeadroomForecast {
  const use = weeklyUse(payouts, now);
  const headroom = atLeastZero(limit - use.used);
  const waiting = atLeastZero(payable - headroom);
  const frees = freesOf(payouts, limit, now);
  return { use, headroom, waiting, frees, fitsOn: waiting === 0n ? null : fitDate(payouts, limit, payable, now) };
}

/** The instants after `now` at which a payout stops counting, ascending. By then the payout has left the calendar week too. */
function turns(payouts: readonly CountedPayout[], now: Date): Date[] {
  const leaving = payouts.map((p) => (p.submittedAt ?? now).getTime() + ROLLING_MS);
  const times = [...new Set(leaving)].filter((time) => time > now.getTime());
  return times.sort((a, b) => a - b).map((time) => new Date(time));
}

function freesOf(payouts: readonly CountedPayout[], limit: bigint, now: Date): Freed[] {
  const known = payouts.map((p) => ({ ...p, submittedAt: p.submittedAt ?? now }));
  const byDate = new Map<string, Freed>();
  let before = weeklyUse(known, now).used;
  for (const at of turns(known, now)) {
    const { used } = weeklyUse(known, at);
    if (used === before) continue;
    const date = businessDateOf(at);
    const amount = (byDate.get(date)?.amount ?? 0n) + before - used;
    byDate.set(date, { date, amount, headroom: atLeastZero(limit - used) });
    before = used;
  }
  return [...byDate.values()];
}

function fitDate(payouts: readonly CountedPayout[], limit: bigint, payable: bigint, now: Date): string | null {
  const paid = payouts.map((p) => ({ ...p, submittedAt: p.submittedAt ?? now }));
  let rest = payable;
  let at: Date | undefined = now;
  for (let step = 0; step < STEPS_MAX && at !== undefined; step += 1) {
    const room = atLeastZero(limit - weeklyUse(paid, at).used);
    if (room >= rest) return businessDateOf(at);
    if (room > 0n) paid.push({ amount: room, submittedAt: at });
    rest -= room;
    at = turns(paid, at)[0];
  }
  return null;
}

/**
 * Whether to notify a seller under review: REACHED when the limit holds money back now, NEAR when use and due money reach the
 * warning share. `due` includes money that becomes payable later.
 */
export function limitNotice(
  facts: Readonly<{ used: bigint; payable: bigint; due: bigint }>,
  limit: bigint,
  warnPercent: number,
): 'NEAR' | 'REACHED' | null {
  const { used, payable, due } = facts;
  if (payable > 0n && used + payable > limit) return 'REACHED';
  return (used + due) * 100n >= limit * BigInt(warnPercent) ? 'NEAR' : null;
}

const atLeastZero = (a: bigint): bigint => (a > 0n ? a : 0n);
