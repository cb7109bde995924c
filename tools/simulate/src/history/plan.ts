import { createCalendar, instantAt } from '@jeongsan/calendar';
import type { PayoutPolicy } from '@jeongsan/payouts';
import type { Random } from '@jeongsan/random';
import type { ProviderRules } from '../provider/provider-book.js';

/** The decisions about a history that are made before it begins. */
export type Plan = Readonly<{
  startsAt: number;
  workers: number;
  sellers: number;
  /** The time of each run's draft, in milliseconds from the start. */
  runs: readonly number[];
  intensity: number;
  policy: PayoutPolicy;
  rules: ProviderRules;
  /** The most payouts on one page of the provider's listing. */
  pageSize: number;
}>;

export const calendar = createCalendar();
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

// prettier-ignore
/** Moments in Seoul at which a period begins or ends: office hours, weeks, holidays, years. */
const MOMENTS = [
  ['2026-05-11', '09:00:00'], ['2026-05-12', '13:30:00'], ['2026-05-15', '14:59:50'], ['2026-05-15', '15:00:00'],
  ['2026-05-13', '07:59:50'], ['2026-05-17', '23:59:30'], ['2026-05-16', '11:00:00'], ['2026-02-13', '14:58:00'],
  ['2026-02-17', '10:00:00'], ['2026-09-23', '14:59:00'], ['2025-12-31', '14:55:00'], ['2026-05-04', '14:59:00'],
  ['2026-02-28', '23:59:00'],
] as const;
const GAPS = [60_000, HOUR, 6 * HOUR, DAY, 3 * DAY, 7 * DAY - HOUR, 7 * DAY + HOUR] as const;

/** Mostly few payouts: faults between two payouts also occur among twelve. */
const SELLERS = [1, 1, 2, 2, 2, 3, 3, 4, 5, 6, 8, 12] as const;

export function drawPlan(random: Random): Plan {
  const [date, time] = random.pick(MOMENTS);
  const runs: number[] = [];
  const count = random.pick([1, 1, 1, 2, 2, 3, 4]);
  for (let at = random.integer(10, 5_000); runs.length < count; at += random.pick(GAPS) + random.integer(0, 60_000))
    runs.push(at);
  const weeklyLimit = random.chance(0.5) ? 10_000_000n : 9_999_999n;
  return {
    startsAt: instantAt(date, time).getTime(),
    workers: random.integer(1, 8),
    sellers: random.pick(SELLERS),
    runs,
    intensity: random.pick([0.5, 1, 1, 2, 3]),
    policy: {
      calendar,
      selfApproveUpTo: null,
      minimumPayout: 1_000n,
      weeklyLimit,
      dispatchAt: '09:00:00',
      settleSeconds: 60,
      realSettleSeconds: 60,
      sendingTimeoutSeconds: 90,
      transactionDescription: '정산금',
      batchesPerFreeze: random.integer(1, 3),
    },
    rules: {
      calendar,
      weeklyLimit,
      weeklyWindow: random.pick(['ROLLING', 'CALENDAR'] as const),
      burnsRejected: random.chance(0.3),
      namesItem: random.chance(0.7),
    },
    pageSize: random.integer(1, 6),
  };
}
