import type { Executor } from '@jeongsan/database';
import { accountOf, sellerAccounts } from '../ledger-evidence.js';

export type SellerAccount = (typeof sellerAccounts)[number];
export type AccountBalance = {
  account: SellerAccount;
  balance: bigint;
  consistsOf: { template: string; amount: bigint; postings: number }[];
};

/**
 * The sign of an account in the API: balances are positive when the seller is owed money, and for `debt` when the
 * seller owes it.
 */
const sign = (account: SellerAccount): bigint => (account === 'debt' ? 1n : -1n);

/**
 * Each account of a seller at an instant of business time, with the sums of its postings by template: those of the last sealed
 * month, and the entries since. Fails with JS009 inside a detached month.
 */
export async function accountBalances(db: Executor, sellerId: string, at: Date): Promise<AccountBalance[]> {
  const rows = await db.query<{ code: string; template: string; amount: bigint; postings: number }[]>(
    `with base as materialized (select ledger.base_month($2) as month)
     select code, template, sum(amount)::bigint as amount, sum(postings)::int as postings from (
       select account_code as code, template, moved as amount, postings from ledger.month_template
        where account_code = any($1) and currency = 'KRW' and month <= (select month from base)
       union all
       select e.account_code, p.template, sum(e.amount), count(distinct p.id)
         from ledger.entry e join ledger.posting p on p.id = e.posting_id
        where e.account_code = any($1) and e.currency = 'KRW' and e.effective_at <= $2
          and e.effective_at >= coalesce(ledger.month_start(ledger.next_month((select month from base))), '-infinity')
        group by e.account_code, p.template) part
      group by code, template order by template`,
    [sellerAccounts.map((account) => accountOf(sellerId, account)), at],
  );
  return sellerAccounts.map((account) => {
    const consistsOf = rows
      .filter((row) => row.code === accountOf(sellerId, account))
      .map(({ template, amount, postings }) => ({ template, amount: sign(account) * amount, postings }));
    return { account, balance: consistsOf.reduce((sum, { amount }) => sum + amount, 0n), consistsOf };
  });
}
