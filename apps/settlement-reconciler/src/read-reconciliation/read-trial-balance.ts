import type { TrialBalance } from '@jeongsan/platform-contract';
import { statement } from '@jeongsan/sql';
import type { DataSource } from 'typeorm';
import type { z } from 'zod';
import { afterOf, afterPlace, lastSeal, withEntries } from '../verify-ledger/ledger-range.js';

/**
 * The kind of an account: seller:{id}:payable is seller:payable, summed over all sellers; every other account is its
 * own kind.
 */
const kindOf = (code: string): string =>
  `case when ${code} like 'seller:%' then 'seller:' || split_part(${code}, ':', 3) else ${code} end`;

/** The balances now: the sums of the sealed entries, plus the entries since the last seal (about one day's). */
const latest = `
select account_code, currency, balance, entries from ledger.checkpoint
union all
select e.account_code, e.currency, e.amount, 1 from ${withEntries} where ${afterPlace}`;

/** The balances at an instant of business time, summed from the entries. */
const asOf = `select account_code, currency, amount as balance, 1 as entries from ledger.entry where effective_at <= :at`;

const byKind = (part: string) =>
  statement(`
  select ${kindOf('account_code')} as account, currency, sum(balance)::bigint as balance, sum(entries)::bigint as entries
    from (${part}) part group by 1, 2 order by 1, 2`);
const LATEST = byKind(latest);
const AS_OF = byKind(asOf);

type KindRow = { account: string; currency: string; balance: bigint; entries: bigint };

/** The debits less credits of every kind of account, per currency. */
export async function readTrialBalance(
  db: DataSource,
  at: Date | undefined,
  now: Date,
): Promise<z.output<typeof TrialBalance>> {
  const rows = await db.transaction('REPEATABLE READ', async (tx) => {
    if (at !== undefined) return AS_OF.rows<KindRow>(tx, { at });
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
