import { type Executor, statement } from '@jeongsan/sql';
import { broughtForward } from './away.js';
import { type Flaw, flaw } from './flaw.js';
import { afterOf, afterPlace, type LedgerPlace, withEntries } from './ledger-range.js';
import { type Missing, nameOf } from './original-legs.js';

type AccountRow = {
  code: string;
  currency: string;
  cached: bigint;
  summed: bigint;
  checkpoint: bigint;
  sealed: bigint;
};

/** Wrong balances of accounts, and what the sealed entries of each account lack. */
export type WrongAccounts = Readonly<{ drifted: number; flaws: readonly Flaw[]; missing: Missing }>;

/**
 * Compares, for every account, the running balance with the sum of its entries (accounts without a running balance must have zero), and
 * the checkpoint with the sum of its sealed entries. `place`: where the last seal ends. Reads all entries; must run in one snapshot.
 */
export async function wrongAccounts(tx: Executor, place: LedgerPlace): Promise<WrongAccounts> {
  const rows = await WRONG.rows<AccountRow>(tx, afterOf(place));
  return {
    drifted: rows.filter(({ cached, summed }) => cached !== summed).length,
    flaws: rows.flatMap(flawsOf),
    missing: new Map(
      rows
        .filter(({ checkpoint, sealed }) => checkpoint !== sealed)
        .map((row) => [nameOf(row.code, row.currency), row.checkpoint - row.sealed]),
    ),
  };
}

function flawsOf({ code, currency, cached, summed, checkpoint, sealed }: AccountRow): Flaw[] {
  const wrong = (check: Flaw['check'], expected: bigint, found: bigint): Flaw[] =>
    expected === found
      ? []
      : [
          flaw({
            check,
            subject: `account/${code}`,
            account: code,
            expected: `${expected} ${currency}`,
            found: `${found} ${currency}`,
          }),
        ];
  return [...wrong('ACCOUNT', summed, cached), ...wrong('CHECKPOINT', sealed, checkpoint)];
}

const WRONG = statement(`
  with entries as materialized (
    select account_code, currency, sum(amount)::bigint as amount
      from (select account_code, currency, sum(amount) as amount from ledger.entry group by account_code, currency
            union all ${broughtForward}) part
     group by account_code, currency
  ), later as materialized (
    select e.account_code, e.currency, sum(e.amount)::bigint as amount
      from ${withEntries} where ${afterPlace} group by e.account_code, e.currency
  ), side as (
    select code, currency, case when a.guarded then a.balance end as cached, a.balance as stored,
           coalesce(e.amount, 0) as total, coalesce(c.balance, 0) as checkpoint,
           coalesce(e.amount, 0) - coalesce(l.amount, 0) as sealed
      from ledger.account a
      full join (select account_code as code, currency, amount from entries) e using (code, currency)
      full join (select account_code as code, currency, balance from ledger.checkpoint) c using (code, currency)
      left join (select account_code as code, currency, amount from later) l using (code, currency)
  )
  select code, currency, coalesce(stored, 0) as cached, case when cached is not null then total else 0 end as summed, checkpoint, sealed
    from side
   where coalesce(stored, 0) <> case when cached is not null then total else 0 end or checkpoint <> sealed
   order by code, currency`);
