import type { Executor } from '@jeongsan/database';
import type { Input, Output } from '@jeongsan/http-contract';
import { withAttachedMonths } from '@jeongsan/nest-kit';
import { type getAccountBalance, refuse } from '@jeongsan/platform-contract';

/** An account's debits less credits at an instant. @throws LEDGER_ACCOUNT_NOT_FOUND, LEDGER_MONTH_DETACHED */
export async function readAccountBalance(
  db: Executor,
  account: string,
  { currency, at }: Input<typeof getAccountBalance>['query'],
  now: Date,
): Promise<Output<typeof getAccountBalance>> {
  const instant = at ?? now;
  const [row] = await withAttachedMonths(() =>
    db.query<{ balance: bigint }[]>(
      `select ledger.balance_at(code, currency, $3) as balance from ledger.account where code = $1 and currency = $2`,
      [account, currency, instant],
    ),
  );
  if (!row) throw refuse('LEDGER_ACCOUNT_NOT_FOUND', `The ledger has no account ${account} in ${currency}`);
  return { account, currency, at: instant, balance: row.balance };
}
