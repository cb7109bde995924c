import { type Executor, statement } from '@jeongsan/sql';
import { isAway } from './away.js';
import { afterOf, afterPlace, type LedgerPlace } from './ledger-range.js';

/**
 * SQL: the postings of a table of entries (id, facts_hash, entry, account_code, currency, amount), as (id, entries, is_posted). is_posted: the hash
 * of the entries, by `factsHashOf` with each pair of entries as one transfer, is the hash of the posted facts. Such a posting balances.
 */
export const heldAgainstFacts = (legs: string): string => `
  select id, sum(legs)::bigint as entries,
         bool_and(is_even) and encode(sha256(convert_to(string_agg(transfer, e'\\n' order by entry), 'UTF8')), 'hex') = min(facts_hash) as is_posted
    from (
      select id, facts_hash, entry, account_code || '|' || credit || '|' || amount || '|' || currency as transfer,
             coalesce(amount = - counter and currency = counter_currency, false) as is_even, (entry is not null)::int + (counter is not null)::int as legs
        from (select id, facts_hash, entry, account_code, currency, amount, row_number() over pairs as n, lead(account_code) over pairs as credit,
                     lead(amount) over pairs as counter, lead(currency) over pairs as counter_currency
                from ${legs} window pairs as (partition by id order by entry)) leg
       where n % 2 = 1
    ) transfer
   group by id`;

const CHANGED = statement(`
  with leg as materialized (
    select p.id, p.facts_hash, e.id as entry, e.account_code, e.currency, e.amount
      from ledger.posting p
     cross join lateral (select * from ledger.entry e where e.posting_id = p.id and e.effective_at = p.effective_at offset 0) e
     where ${afterPlace} and not ${isAway('p')}
  )
  select id from (${heldAgainstFacts('leg')}) posted where not is_posted order by id limit :most`);

/**
 * The first postings after a place whose entries are not the facts that were posted. A seal states entries as it finds them: a posting that
 * was changed before it was sealed is found by nothing else.
 */
export async function changedFacts(tx: Executor, after: LedgerPlace, most: number): Promise<bigint[]> {
  const rows = await CHANGED.rows<{ id: bigint }>(tx, { ...afterOf(after), most });
  return rows.map(({ id }) => id);
}
