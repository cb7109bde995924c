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

/** SQL: whether a settlement row `s` of a sale has another base fee than its contract `f`. */
const feeDiffers = `s.amount >= 0 and s.base_fee <> reconciliation.contracted_fee(s.amount, s.rate, s.fixed, s.rounding, s.vat_mode)`;

/**
 * Two full joins over the days at hand find the keys that do not agree; only those are then looked up in all three places, over all time.
 *
 * A statement of its own, because only a plain query may share its work among worker processes: the plan of an INSERT or of a cursor may
 * not. For the same reason the days are constants and the contracts are a parameter. The keys come as one text, which is passed on unread.
 */
const SUSPECTS = statement(`
with booked as (${bookedFromThrough(':fromDay::date', ':throughDay::date')}
  union all ${bookedOfDays(':singleDays')}
), listed as (
  select transaction_key, payment_key, amount, currency, status from reconciliation.transaction where business_date = any(:days::date[])
), due as (
  select transaction_key, payment_key, amount, currency from reconciliation.transaction where business_date = any(:dueDays::date[])
), term as not materialized (
  select * from jsonb_to_recordset(:terms::jsonb) as f(account text, method text, currency text, rate int, fixed bigint, rounding text,
    vat_mode text, effective_from date, effective_to date)
), settled as (
  select s.*, f.rate, f.fixed, f.rounding, f.vat_mode
    from reconciliation.settlement s
    left join term f on f.account = s.account and f.method = s.method and f.currency = s.currency
                    and s.occurred_on >= f.effective_from and s.occurred_on < f.effective_to
   where s.sold_date = any(:soldDays::date[])
), suspect as (
  select coalesce(b.transaction_key, l.transaction_key) as key
    from booked b full join listed l on l.transaction_key = b.transaction_key
   where (b.amount, b.currency, b.payment_key) is distinct from (l.amount, l.currency, l.payment_key) or l.currency <> 'KRW'
      or not (${statusFits('l.status', 'b')})
  union all
  select coalesce(t.transaction_key, s.transaction_key)
    from due t full join settled s on s.transaction_key = t.transaction_key
   where s.amount is distinct from t.amount or s.currency <> t.currency or s.payment_key <> t.payment_key
      or ${isInconsistent} or s.copies > 1 or (${feeDiffers})
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
select coalesce(array_agg(distinct key), '{}')::text as keys from suspect`);

const TERMS = statement(`select coalesce(jsonb_agg(term), '[]')::text as terms from (${feeTerms}) term`);

type Asked = DaysAtHand & Readonly<{ downloads: readonly string[]; classes: readonly BreakClass[]; now: Date }>;

/** The keys whose records may not agree, as the text of an array. `classes`: the classes whose open subjects are read again. */
export async function suspectKeys(tx: Executor, { now, ...asked }: Asked): Promise<string> {
  const [row] = await TERMS.rows<{ terms: string }>(tx, { now });
  const [found] = await SUSPECTS.rows<{ keys: string }>(tx, { ...asked, terms: row?.terms ?? '[]' });
  return found?.keys ?? '{}';
}
