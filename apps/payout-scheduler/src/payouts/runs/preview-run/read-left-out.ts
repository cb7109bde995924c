import { type Executor, pageSize } from '@jeongsan/database';
import { pageOf, type Input, type Output } from '@jeongsan/http-contract';
import type { listLeftOut } from '@jeongsan/platform-contract';
import { readRun } from '../read-runs/read-runs.js';

/**
 * SQL: the reason why a statement carries money to the next one. Without a hold reason the money came after the
 * cut-off, was held in part, or is due on the seller's cycle date (OFF_CYCLE).
 */
export const leftOutReason = `coalesce(hold_reason, case when off_cycle then 'OFF_CYCLE' when held_back > 0 then 'HELD_BACK' else 'AFTER_CUTOFF' end)`;

/** The sellers from whom a run carries money to a later run, sorted by seller. Throws RUN_NOT_FOUND. */
export async function readLeftOut(
  db: Executor,
  runId: string,
  query: Input<typeof listLeftOut>['query'],
): Promise<Output<typeof listLeftOut>> {
  await readRun(db, runId);
  const limit = pageSize(query.limit);
  const rows = await db.query<Output<typeof listLeftOut>['items']>(
    `select seller_id as "sellerId", ${leftOutReason} as reason, carried as amount
       from payouts.statement
      where run_id = $1 and carried > 0 and seller_id > $2 and ($3::text is null or ${leftOutReason} = $3)
      order by seller_id limit $4`,
    [runId, query.after ?? '', query.reason ?? null, limit + 1],
  );
  return pageOf(rows, limit, (row) => row.sellerId);
}
