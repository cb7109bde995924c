import { afterOf, afterPlace, lastSeal, withEntries } from '@jeongsan/books';
import { withAttachedMonths } from '@jeongsan/nest-kit';
import type { TrialBalance } from '@jeongsan/platform-contract';
import { statement } from '@jeongsan/sql';
import type { DataSource } from 'typeorm';
import type { z } from 'zod';
import { kindsAt } from '../read-ledger/daily-balances.js';

/** The balances now: the sums of the sealed entries, plus the entries since the last seal (about one day's). */
const latest = `
select account_code, currency, balance, entries from ledger.checkpoint
union all
select e.account_code, e.currency, e.amount, 1 from ${withEntries} where ${afterPlace}`;

const LATEST = statement(`
  select ledger.kind_of(account_code) as account, currency, sum(balance)::bigint as balance, sum(entries)::bigint as entries
    from (${latest}) part group by 1, 2 order by 1, 2`);

type KindRow = { account: string; currency: string; balance: bigint; entries: bigint };

/** The debits less credits of every kind of account, per currency. */
export async function readTrialBalance(
  db: DataSource,
  at: Date | undefined,
  now: Date,
): Promise<z.output<typeof TrialBalance>> {
  const rows = await db.transaction('REPEATABLE READ', async (tx) => {
    if (at !== undefined) return withAttachedMonths(() => kindsAt(tx, at));
    return LATEST.rows<KindRow>(tx, afterOf((await lastSeal(tx)).place));
  });
  return {
    at: at ?? now,
    accounts: rows.map(({ account, currency, balance, entries }) => ({
      account,
      currency,
      balance,
      entries: Number(entries),
    })),
    sum: rows.reduce((sum, row) => sum + row.balance, 0n),
  };
}
