import type { Executor } from '@jeongsan/database';
import { pageOf, type Input, type Output } from '@jeongsan/http-contract';
import type { listReserves } from '@jeongsan/platform-contract';
import { pageSize } from '../../terms/page-size.js';

export type Reserve = Output<typeof listReserves>['items'][number];

export const reserveColumns = `r.id, r.seller_id as "sellerId", r.statement_id as "statementId", r.amount, r.released,
  r.amount - r.released as "left", r.release_on as "releaseOn", r.created_at as "createdAt"`;

/**
 * A seller's reserves, open and released, sorted by id. The sum of their open parts is the balance of the seller's
 * reserve account.
 */
export async function readReserves(
  db: Executor,
  sellerId: string,
  query: Input<typeof listReserves>['query'],
): Promise<Output<typeof listReserves>> {
  const limit = pageSize(query.limit);
  const rows = await db.query<Reserve[]>(
    `select ${reserveColumns} from payouts.reserve_hold r
      where r.seller_id = $1 and ($2::bool is null or (r.released < r.amount) = $2) and ($3::uuid is null or r.id > $3)
      order by r.id limit $4`,
    [sellerId, query.open === undefined ? null : query.open === 'true', query.after ?? null, limit + 1],
  );
  return pageOf(rows, limit, (row) => row.id);
}
