import type { SubMallStatus } from '@jeongsan/provider-contract';
import type { Sql } from '../database/sql.js';
import { WEEK_MS, weeklyLimitOf } from '../payouts/payout-limits.js';
import type { Call } from '../world.js';
import { SUB_MALL_COLUMNS, type SubMallRow } from './sub-mall.js';

/** The payouts that a sub-mall may receive in each status. */
const payability = {
  PARTIALLY_APPROVED: 'limited',
  KYC_REQUIRED: 'none',
  APPROVED: 'unlimited',
} as const satisfies Record<SubMallStatus, 'none' | 'limited' | 'unlimited'>;

export type PayableSubMall = Pick<SubMallRow, 'subMallId' | 'bankCode' | 'accountNumber' | 'holderName'> & {
  /** The amount that may still be requested; undefined: no limit. */
  room: bigint | undefined;
};

/** Reads the sub-malls of a request and locks them, so that status and weekly sum cannot change. */
export async function payableSubMalls(
  { sql, now, world }: Call,
  list: readonly { subMallId: string }[],
): Promise<Map<string, PayableSubMall>> {
  const ids = [...new Set(list.map(({ subMallId }) => subMallId))];
  const subMalls = await sql.rows<SubMallRow>(
    `select ${SUB_MALL_COLUMNS} from sub_mall where sub_mall_id = any($1) and deleted_at is null order by sub_mall_id for update`,
    [ids],
  );
  // ASSUMED: the published limit of 10 million won is a weekly one, like a seller's: seven days by request time.
  const weeks = await sql.rows<{ subMallId: string; requested: bigint }>(
    `select sub_mall_id as "subMallId", sum(amount)::bigint as requested from sub_mall_payout
     where sub_mall_id = any($1) and requested_at > $2 and status in ('REQUESTED', 'IN_PROGRESS', 'COMPLETED') group by sub_mall_id`,
    [ids, new Date(now.getTime() - WEEK_MS)],
  );
  const requested = new Map(weeks.map((week) => [week.subMallId, week.requested]));
  const limit = weeklyLimitOf(world.merchant.settings);
  const rooms = {
    none: () => -1n,
    limited: (id: string) => limit - (requested.get(id) ?? 0n),
    unlimited: () => undefined,
  };
  return new Map(
    subMalls.map((subMall) => [
      subMall.subMallId,
      { ...subMall, room: rooms[payability[subMall.status]](subMall.subMallId) },
    ]),
  );
}

/** The ids of a request that were used before. */
export async function usedRequestIds(
  sql: Sql,
  list: readonly { requestId?: string | null | undefined }[],
): Promise<Set<string>> {
  const ids = list.flatMap(({ requestId }) => requestId ?? []);
  if (ids.length === 0) return new Set();
  const rows = await sql.rows<{ id: string }>(
    'select request_id as id from sub_mall_payout where request_id = any($1)',
    [ids],
  );
  return new Set(rows.map(({ id }) => id));
}
