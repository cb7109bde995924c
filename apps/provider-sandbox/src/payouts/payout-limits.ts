import { addDays, businessDateOf, instantAt, weekdayOf } from '@jeongsan/calendar';
import type { SellerStatus } from '@jeongsan/provider-contract';
import type { Sql } from '../database/sql.js';
import type { Settings } from '../merchant/merchant.js';
import type { Call } from '../world.js';

/**
 * The payouts that a seller may receive in each status: none, up to the weekly limit, or any (document 2 section 3.1).
 */
const payability = {
  APPROVAL_REQUIRED: 'none',
  PARTIALLY_APPROVED: 'limited',
  KYC_REQUIRED: 'none',
  APPROVED: 'unlimited',
} as const satisfies Record<SellerStatus, 'none' | 'limited' | 'unlimited'>;

const WEEKLY_LIMIT = 10_000_000n;
export const WEEK_MS = 7 * 86_400_000;

/** The largest sum that can be requested in a week before a review. */
export const weeklyLimitOf = ({ weeklyLimitInclusive }: Settings): bigint =>
  weeklyLimitInclusive ? WEEKLY_LIMIT - 1n : WEEKLY_LIMIT;

export type PayableSeller = {
  readonly id: string;
  readonly isPayable: boolean;
  /** The amount that may still be requested within seven days; undefined: no limit. */
  weeklyRoom: bigint | undefined;
};

/** Reads the sellers of a request and locks them, so that status and weekly sum cannot change. */
export async function payableSellers(
  { sql, now, world }: Call,
  list: readonly { destination: string }[],
): Promise<Map<string, PayableSeller>> {
  const ids = [...new Set(list.map(({ destination }) => destination))];
  const sellers = await sql.rows<{ id: string; status: SellerStatus }>(
    'select id, status from seller where id = any($1) and deleted_at is null order by id for update',
    [ids],
  );
  // ASSUMED: the week is the last seven days by request time; payouts that gave their money back do not count.
  const weeks = await sql.rows<{ destination: string; requested: bigint }>(
    `select destination, sum(amount)::bigint as requested from payout
     where destination = any($1) and requested_at > $2 and status in ('REQUESTED', 'IN_PROGRESS', 'COMPLETED') group by destination`,
    [ids, weekBefore(now, world.merchant.settings.weeklyLimitWindow)],
  );
  const requested = new Map(weeks.map((week) => [week.destination, week.requested]));
  const limit = weeklyLimitOf(world.merchant.settings);
  return new Map(
    sellers.map(({ id, status }) => [
      id,
      {
        id,
        isPayable: payability[status] !== 'none',
        weeklyRoom: payability[status] === 'limited' ? limit - (requested.get(id) ?? 0n) : undefined,
      },
    ]),
  );
}

/** The latest time that no longer counts for the week. */
function weekBefore(now: Date, window: Settings['weeklyLimitWindow']): Date {
  if (window === 'ROLLING') return new Date(now.getTime() - WEEK_MS);
  let day = businessDateOf(now);
  while (weekdayOf(day) !== 'MON') day = addDays(day, -1);
  return new Date(instantAt(day, '00:00:00').getTime() - 1);
}

/** The refPayoutIds of a request that were used before. */
export async function knownRefPayoutIds(sql: Sql, list: readonly { refPayoutId: string }[]): Promise<Set<string>> {
  const rows = await sql.rows<{ ref: string }>(
    `select ref_payout_id as ref from payout where ref_payout_id = any($1)
     union all select ref_payout_id from burnt_ref_payout_id where ref_payout_id = any($1)`,
    [list.map(({ refPayoutId }) => refPayoutId)],
  );
  return new Set(rows.map(({ ref }) => ref));
}
