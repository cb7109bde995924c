import type { Executor } from '@jeongsan/database';
import type { Actor } from '@jeongsan/nest-kit';
import { statement } from '@jeongsan/sql';
import { mayBePaid, owedOf } from './owed-again.js';

/** The open reissues of one seller, and the won that are still owed for them. */
export type OpenReissue = Readonly<{ ids: readonly string[]; owed: bigint }>;

const SELLERS = statement(`
  select distinct r.seller_id from payouts.reissue r
   where r.statement_id is null and r.due_on <= :date and r.seller_id > :after
     and not exists (select from payouts.statement s where s.seller_id = r.seller_id and s.business_date = :date)
     and ${mayBePaid('r.seller_id', ':date::date', ':now::timestamptz')}
   order by r.seller_id limit :limit`);

/** Sellers with a due reissue and without a statement of the date, sorted by id. A seller who is held waits. */
export async function sellersToReissue(
  db: Executor,
  date: string,
  after: string,
  limit: number,
  now: Date,
): Promise<string[]> {
  const rows = await SELLERS.rows<{ seller_id: string }>(db, { date, after, limit, now });
  return rows.map((row) => row.seller_id);
}

/** The open reissues that are due by a date, by seller. The caller holds the locks of the sellers' accounts. */
export async function openReissues(
  tx: Executor,
  sellerIds: readonly string[],
  dueBy: string,
): Promise<Map<string, OpenReissue>> {
  const rows = await tx.query<{ seller_id: string; ids: string[]; owed: bigint }[]>(
    `select r.seller_id, array_agg(r.id::text) as ids, sum(least(r.amount, ${owedOf('p')}))::bigint as owed
       from payouts.reissue r join payouts.payout p on p.id = r.payout_id
      where r.seller_id = any($1) and r.statement_id is null and r.due_on <= $2 group by r.seller_id`,
    [sellerIds, dueBy],
  );
  return new Map(rows.map(({ seller_id, ids, owed }) => [seller_id, { ids, owed }]));
}

type Taken = Readonly<{ statementId: string; ids: readonly string[] }>;

/** Records which statements took reissues up: their money is on no later off-cycle statement. */
export async function takeUpReissues(tx: Executor, taken: readonly Taken[], now: Date): Promise<void> {
  const rows = taken.flatMap(({ statementId, ids }) => ids.map((id) => ({ id, statementId })));
  if (rows.length === 0) return;
  await tx.query(
    `update payouts.reissue r set statement_id = t.statement_id, taken_at = $3
       from unnest($1::uuid[], $2::uuid[]) as t(id, statement_id) where r.id = t.id`,
    [rows.map((row) => row.id), rows.map((row) => row.statementId), now],
  );
}

/** The people and keys who asked for the reissues in a run: none of them may approve the run. */
export async function reissuedBy(tx: Executor, runId: string): Promise<Actor[]> {
  const rows = await tx.query<{ by: Actor }[]>(
    `select distinct r.requested_by as by from payouts.statement s join payouts.reissue r on r.statement_id = s.id where s.run_id = $1`,
    [runId],
  );
  return rows.map(({ by }) => by);
}
