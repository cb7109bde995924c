import type { Executor } from '@jeongsan/database';

/** The fields of a statement that the explanation of a payout needs. */
export type ChainStatement = {
  id: string;
  business_date: string;
  opening: bigint;
  movements: bigint;
  payout_amount: bigint;
  carried: bigint;
  hold_reason: string | null;
  /** The sum of the statement's payouts; it must equal payout_amount. */
  payouts: bigint;
};

/**
 * The number of statements through which carried money is followed. For a longer chain the answer names the statement
 * that carried the rest.
 */
export const STATEMENTS_MAX = 100;

/** The statement, then each earlier one that carried money into the next, until one starts from zero. */
export function statementChain(db: Executor, statementId: string): Promise<ChainStatement[]> {
  return db.query<ChainStatement[]>(
    `with recursive chain as (
       select s.*, 1 as depth from payouts.statement s where s.id = $1
       union all
       select earlier.*, depth + 1
         from chain cross join lateral (
           select s.* from payouts.statement s
            where s.seller_id = chain.seller_id and s.business_date < chain.business_date
            order by s.business_date desc limit 1) earlier
        where chain.opening <> 0 and chain.depth < $2
     )
     select id, business_date, opening, movements, payout_amount, carried, hold_reason,
            (select coalesce(sum(p.amount), 0)::bigint from payouts.payout p where p.statement_id = chain.id and p.run_id = chain.run_id) as payouts
       from chain order by depth`,
    [statementId, STATEMENTS_MAX],
  );
}
