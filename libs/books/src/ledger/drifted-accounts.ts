import { type Executor, statement } from '@jeongsan/sql';
import { afterOf, afterPlace, lastSeal, withEntries } from './ledger-range.js';

export type DriftedAccount = { code: string; cached: bigint; summed: bigint };

/**
 * Accounts whose running balance differs from the sum of their entries, which is computed from the checkpoints and the
 * entries after the last seal. Accounts without a running balance have zero. Must run in one snapshot.
 */
export async function driftedAccounts(tx: Executor): Promise<DriftedAccount[]> {
  const { place } = await lastSeal(tx);
  return DRIFTED.rows<DriftedAccount>(tx, afterOf(place));
}

const DRIFTED = statement(`
  with later as materialized (
     select e.account_code, e.currency, sum(e.amount)::bigint as amount
       from ${withEntries} where ${afterPlace} group by e.account_code, e.currency
   )
   select a.code, a.balance as cached, x.balance as summed
     from ledger.account a
     left join ledger.checkpoint c on c.account_code = a.code and c.currency = a.currency
     left join later l on l.account_code = a.code and l.currency = a.currency
    cross join lateral (
      select case when a.guarded then coalesce(c.balance, 0) + coalesce(l.amount, 0) else 0 end as balance
    ) x
    where a.balance <> x.balance
    order by a.code`);
