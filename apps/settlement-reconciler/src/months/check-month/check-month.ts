import { CHARGE_ENTRIES } from '@jeongsan/books';
import { type Executor, inList } from '@jeongsan/database';
import { monthCheckNames, monthChecks, type MonthCheck, type MonthCheckView } from '@jeongsan/platform-contract';
import { statement } from '@jeongsan/sql';
import { breakStates, payoutRunMachine, taxInvoiceMachine } from '@jeongsan/state-machines';
import type { MonthBounds } from '../month-bounds.js';

/** Things named for each check; the others are counted. */
const NAMED_MAX = 20;

// A night reconciles the day before it: the nights of a month are those from its second day to the first day of the next month.
const nights = `
  select n::date as night from generate_series(
    greatest(:first::date + 1, (select min(business_date) from reconciliation.run)), :next::date, interval '1 day') n`;

// Sellers who supply to the platform are invoiced for what they earned, also where nothing was charged.
const SUPPLIED = `
  exists (select from payouts.seller_terms t where t.document ->> 'settledAs' is not null and t.effective_from <= :last::date
             and exists (select from ledger.entry e where e.account_code = 'seller:' || t.seller_id || ':pending'
                            and e.effective_at >= :from::timestamptz and e.effective_at < :until::timestamptz))`;

// Whether an invoice is due is known to the draft alone: a draft without any invoice shows that none is. Drafts of earlier releases
// have no count of entries.
const LAST_DRAFT = `
  select (after ->> 'entries')::int as entries, (after ->> 'differing')::int as differing from audit.decision
   where subject = to_char(:first::date, 'YYYY-MM') and kind = 'tax-invoice.drafted' order by number desc limit 1`;

// prettier-ignore
/** SQL: what is missing of each check, one row `what` each. */
const checks = {
  MONTH_OVER: `
    select :last::text as what where :now::timestamptz < :until::timestamptz`,
  EARLIER_MONTHS_CLOSED: `
    select 'before ' || :first::text as what from ledger.open_period o
     where o.open_from < :from and exists (select from ledger.entry e where e.effective_at >= o.open_from and e.effective_at < :from)`,
  NIGHTS_PROVEN: `
    select night::text as what from (${nights}) n
     where not exists (select from reconciliation.run r where r.business_date = night and r.state = 'done')
        or coalesce((select p.state from reconciliation.proof p where p.business_date = night order by p.number desc limit 1), 'UNPROVEN') = 'UNPROVEN'
    union all
    select :first::text where not exists (select from reconciliation.run where business_date <= :next::date)`,
  BREAKS_SETTLED: `
    select class || ' ' || subject as what from reconciliation.break
     where state in ${inList(breakStates.open)} and medium_at <= :now and business_date > :first::date and business_date <= :next::date`,
  STATEMENTS_CLOSED: `
    select business_date::text as what from payouts.run
     where business_date between :first::date and :last::date and state = '${payoutRunMachine.initial}'
    union all
    select 'from ' || (next_run_at at time zone 'Asia/Seoul')::date from messaging.schedule
     where name = 'payout-run.draft' and next_run_at < :until::timestamptz
    union all
    select data ->> 'businessDate' from messaging.outbox
     where job = 'payout-run.draft' and done_at is null and data ->> 'businessDate' between :first::text and :last::text`,
  TAX_INVOICES_ISSUED: `
    select id::text as what from payouts.tax_invoice where month = :first::date and state = '${taxInvoiceMachine.initial}'
    union all
    select w.what from (${CHARGE_ENTRIES}) c left join (${LAST_DRAFT}) d on true cross join lateral (values
      (case when d.differing is null and (charges > 0 or ${SUPPLIED}) and not exists (select from payouts.tax_invoice where month = :first::date)
            then 'no draft' end),
      (case when d.entries <> charges and ledger.month_state(:from::timestamptz) <> 'DETACHED' then 'charges since the last draft' end),
      (case when d.differing > 0 then d.differing || ' issued and different by now' end)) w(what)
     where w.what is not null`,
} as const satisfies Record<MonthCheck, string>;

const CHECK = statement(`
  with missing as (
    select *, row_number() over (partition by "check" order by what) as place from (
      ${monthCheckNames.map((check) => `select '${check}' as "check", what from (${checks[check]}) m`).join(' union all ')}) all_missing
  )
  select "check", count(*)::int as count, array_agg(what order by place) filter (where place <= ${NAMED_MAX}) as missing
    from missing group by "check"`);

type Missing = { check: MonthCheck; count: number; missing: string[] };

/** The checklist of a month: what is missing before it can be closed. */
export async function checkMonth(db: Executor, bounds: MonthBounds, now: Date): Promise<MonthCheckView[]> {
  const { first, last, next, from, until } = bounds;
  const found = await CHECK.rows<Missing>(db, { first, last, next, from, until, now });
  return monthCheckNames.map((check) => {
    const { count, missing } = found.find((one) => one.check === check) ?? { count: 0, missing: [] };
    return { check, passed: count === 0, mayBeOverridden: monthChecks[check].mayBeOverridden, missing, count };
  });
}
