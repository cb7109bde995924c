import type { PoolClient } from 'pg';
import { type Flaw, flaw } from '../ledger/flaw.js';

type Difference = { subject: string; expected: string; found: string };

/** Each balance is the sum of what its account moved by until then. */
const BALANCES = `
  select to_char(month, 'YYYY-MM') || '/balance/' || account_code || ' ' || currency as subject, summed::text as expected, balance::text as found
    from (select *, sum(moved) over (partition by account_code, currency order by month) as summed from ledger.month_balance) b
   where balance <> summed order by month, account_code, currency limit $1`;

/** Each total is the sum of what the accounts of its kind moved by until then, and every kind that ever moved has one. */
const TOTALS = `
  with moved as materialized (
    select month, ledger.kind_of(account_code) as account, currency, sum(moved) as moved, sum(entries) as entries
      from ledger.month_balance group by 1, 2, 3
  ), summed as (
    select m.month, o.account, o.currency, sum(o.moved) as balance, sum(o.entries) as entries
      from ledger.month m join moved o on o.month <= m.month group by 1, 2, 3
  )
  select to_char(month, 'YYYY-MM') || '/total/' || account || ' ' || currency as subject,
         coalesce(s.balance || ' in ' || s.entries || ' entries', 'no row') as expected,
         coalesce(t.balance || ' in ' || t.entries || ' entries', 'no row') as found
    from summed s full join ledger.month_total t using (month, account, currency)
   where s.balance is distinct from t.balance or s.entries is distinct from t.entries
   order by month, account, currency limit $1`;

/** Balances and totals of sealed months that are not the sums of the months' movements, which are compared with the months themselves. */
export async function wrongSums(client: PoolClient, most: number): Promise<Flaw[]> {
  const flaws: Flaw[] = [];
  for (const query of [BALANCES, TOTALS])
    for (const row of (await client.query<Difference>(query, [most])).rows) flaws.push(flaw({ check: 'KEPT', ...row }));
  return flaws;
}
