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

/** Each account of a seller at an instant of business time, with the sums of its postings by template. */
export async function accountBalances(db: Executor, sellerId: string, at: Date): Promise<AccountBalance[]> {
  const rows = await db.query<{ code: string; template: string; amount: bigint; postings: number }[]>(
    `select e.account_code as code, p.template, sum(e.amount)::bigint as amount, count(distinct p.id)::int as postings
       from ledger.entry e join ledger.posting p on p.id = e.posting_id
      where e.account_code = any($1) and e.currency = 'KRW' and e.effective_at <= $2
      group by e.account_code, p.template order by p.template`,
    [sellerAccounts.map((account) => accountOf(sellerId, account)), at],
  );
  return sellerAccounts.map((account) => {
    const consistsOf = rows
      .filter((row) => row.code === accountOf(sellerId, account))
      .map(({ template, amount, postings }) => ({ template, amount: sign(account) * amount, postings }));
    return { account, balance: consistsOf.reduce((sum, { amount }) => sum + amount, 0n), consistsOf };
  });
}
