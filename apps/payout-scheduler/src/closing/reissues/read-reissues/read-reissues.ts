import type { Executor } from '@jeongsan/database';
import { pageOf, type Input, type Output } from '@jeongsan/http-contract';
import type { listReissues } from '@jeongsan/platform-contract';
import { statement } from '@jeongsan/sql';
import { pageSize } from '../../../terms/page-size.js';

export const reissueColumns = `r.id, r.payout_id as "payoutId", r.seller_id as "sellerId", r.amount, r.attempt, r.due_on as "dueOn",
  r.policy::int as "policyVersion", r.reason, r.requested_by as "requestedBy", r.requested_at as "requestedAt",
  r.statement_id as "statementId", r.taken_at as "takenAt"`;

const REISSUES = statement(`
  select ${reissueColumns} from payouts.reissue r
  where (:open::bool is null or (r.statement_id is null) = :open) and (:sellerId::text is null or r.seller_id = :sellerId)
    and (:payoutId::uuid is null or r.payout_id = :payoutId) and (:after::uuid is null or r.id > :after)
  order by r.id limit :rows`);

/** Reissues sorted by id. */
export async function readReissues(
  db: Executor,
  query: Input<typeof listReissues>['query'],
): Promise<Output<typeof listReissues>> {
  const limit = pageSize(query.limit);
  const rows = await REISSUES.rows<Output<typeof listReissues>['items'][number]>(db, {
    open: query.open === undefined ? null : query.open === 'true',
    sellerId: query.sellerId ?? null,
    payoutId: query.payoutId ?? null,
    after: query.after ?? null,
    rows: limit + 1,
  });
  return pageOf(rows, limit, (row) => row.id);
}
