import type { Executor } from '@jeongsan/database';
import type { BreakClass } from '@jeongsan/platform-contract';
import { statement } from '@jeongsan/sql';
import type { DaysAtHand } from './days-at-hand.js';
import {
  bookedFromThrough,
  bookedOfDays,
  contractedFee,
  feeTerms,
  isInconsistent,
  statusFits,
} from './record-sides.js';

/**
 * The contracted base fee of a settlement row `s` of a sale, as SQL: one branch for each line of a fee table for won, the newest first. A
 * join with the tables would look each row up by three texts; the branch of a line has its numbers as constants. The database quotes what
 * people wrote.
 */
const CONTRACTED = statement(`
select 'case ' || string_agg(format(
         'when s.account = %L and s.method = %L and s.occurred_on >= %L and s.occurred_on < %L then reconciliation.contracted_fee(s.amount, %s::int, %s::bigint, %L, %L)',
         account, method, effective_from, effective_to, coalesce(rate::text, 'null'), coalesce(fixed::text, 'null'), rounding, vat_mode),
         ' ' order by effective_from desc, account, method) || ' end' as fee
  from (${feeTerms}) term where currency = 'KRW'`);

/**
 * SQL: payment and amount of a record in 64 bits, null for money in another currency than won, which is always looked up. The hash table of
 * a join holds only this and the key: with whole records it is half as large again and goes through files. Two records that differ have the
 * same 64 bits once in 2^64.
 */
const factsOf = (record: string): string =>
  `case ${record}.currency when 'KRW' then hashtextextended(${record}.payment_key, ${record}.amount) end`;

/**
 * Two full joins over the days at hand find the keys that do not agree; only those are then looked up in all three places, over all time.
 *
 * A statement of its own, because only a plain query may share its work among worker processes: the plan of an INSERT or of a cursor may
 * not. For the same reason the days are constants. The keys come as one text, which is passed on unread.
 */
const suspects = (contracted: string) => `
with booked as (
  select transaction_key, ${factsOf('movement')} as facts, kind, is_whole, is_empty, usual_status
    from (${bookedFromThrough(':fromDay::date', ':throughDay::date')}
      union all ${bookedOfDays(':singleDays')}) movement
), listed as (
  select transaction_key, ${factsOf('t')} as facts, status from reconciliation.transaction t where business_date = any(:days::date[])
), due as (
  select transaction_key, ${factsOf('t')} as facts from reconciliation.transaction t where business_date = any(:dueDays::date[])
), term as (${feeTerms}
), settled as (
  select transaction_key, case when ${isInconsistent} or s.copies > 1 or (s.amount >= 0 and s.base_fee <> ${contracted}) then null else ${factsOf('s')} end as facts
    from reconciliation.settlement s
   where s.sold_date = any(:soldDays::date[])
), suspect as (
  select coalesce(b.transaction_key, l.transaction_key) as key
    from booked b full join listed l on l.transaction_key = b.transaction_key
   where (b.facts = l.facts) is not true or not (l.status = b.usual_status or ${statusFits('l.status', 'b')})
  union all
  select coalesce(t.transaction_key, s.transaction_key)
    from due t full join settled s on s.transaction_key = t.transaction_key
   where (s.facts = t.facts) is not true
  union all
  select s.transaction_key from reconciliation.settlement s ${contractedFee}
   where s.sold_date = any(:soldDays::date[]) and s.amount < 0 and abs(s.base_fee - contract.fee) > contract.slack
  union all
  select transaction_key from reconciliation.settlement
   where download_id = any(:downloads::bigint[]) and sold_date <> all(:soldDays::date[])
  union all
  select key from reconciliation.break cross join unnest(string_to_array(subject, ' ')) as key
   where resolved_at is null and class = any(:classes::text[])
  union all
  -- Somebody expects the row: on the day on which it is overdue, it is another break.
  select b.subject from reconciliation.break b
   where b.class = 'MISSING_SETTLEMENT' and b.state = 'EXPLAINED'
     and not exists (select from reconciliation.settlement s where s.transaction_key = b.subject)
)
select coalesce(array_agg(distinct key), '{}')::text as keys from suspect`;

type Asked = DaysAtHand & Readonly<{ downloads: readonly string[]; classes: readonly BreakClass[]; now: Date }>;

/** The keys whose records may not agree, as the text of an array. `classes`: the classes whose open subjects are read again. */
export async function suspectKeys(tx: Executor, asked: Asked): Promise<string> {
  const [contracted] = await CONTRACTED.rows<{ fee: string | null }>(tx, { now: asked.now });
  const [found] = await statement(suspects(contracted?.fee ?? 'null')).rows<{ keys: string }>(tx, asked);
  return found?.keys ?? '{}';
}
