import type { Executor } from '@jeongsan/database';
import { statement } from '@jeongsan/sql';
import { BOOKED_FACTS } from './booked-facts.js';
import type { InvoiceMonth } from './invoice-month.js';

/** The earnings (`net`) of lines (`table`) that are free of VAT: in the proportion in which the buyer's payment is. */
const taxFree = (table: string, net = `${table}.net`): string =>
  `coalesce(trunc(${net}::numeric * ${table}.tax_free / nullif(${table}.paid, 0)), 0)`;

/**
 * Drafts invoices of sellers who supply to the platform, for their earnings of a month: payments less cancels, after all
 * charges, with changes of terms. `settledAs` of the terms says whether the VAT is within the earnings (TOTAL: one eleventh of the taxable part, rounded to the
 * nearest won) or comes on top of them (SUPPLY: a tenth, rounded down). An exempt seller has no VAT, a seller without a business no invoice.
 * Earnings of a month that are negative are on no invoice: they amend those of the months before. A draft from before they
 * became so goes to zero.
 */
const DRAFT = statement(`
  with ${BOOKED_FACTS}, earned as (
    select o.seller_id, o.net, ${taxFree('o')} as tax_free
      from payment p join gateway.order_line o on o.order_id = p.order_id
    union all
    select c.seller_id, -c.net, -${taxFree('c')}
      from cancel k join gateway.cancel_line c on c.cancel_id = k.id
    union all
    -- Step 0 of a change is posted when the change is approved, a later step at a time of its own.
    select t.seller_id, a.net, ${taxFree('o', 'a.net')}
      from payouts.terms_change t join payouts.line_adjustment a on a.change_id = t.id and a.step = 0
      join gateway.order_line o on (o.order_id, o.line_id) = (a.order_id, a.line_id)
     where t.state = 'approved' and not t.is_estimate and t.decided_at >= :from and t.decided_at < :until
    union all
    select a.seller_id, a.net, ${taxFree('o', 'a.net')}
      from adjustment a join gateway.order_line o on (o.order_id, o.line_id) = (a.order_id, a.line_id)
  ), seller as (
    select e.seller_id, sum(e.net)::bigint as net, sum(e.tax_free)::bigint as tax_free, terms.settled_as, k.kind
      from earned e
      join lateral (select t.document ->> 'taxType' as tax_type, t.document ->> 'settledAs' as settled_as from payouts.seller_terms t
                     where t.seller_id = e.seller_id and t.effective_from <= :last::date order by t.effective_from desc limit 1) terms
        on terms.settled_as is not null
      join unnest(:taxTypes::text[], :kinds::text[]) as k(tax_type, kind) on k.tax_type = terms.tax_type
     group by e.seller_id, terms.settled_as, k.kind
  ), part as (
    select seller_id, settled_as, 'INVOICE' as kind, case kind when 'INVOICE' then net else least(tax_free, net) end as earned from seller
    union all
    select seller_id, settled_as, kind, net - least(tax_free, net) from seller where kind = 'TAX_INVOICE'
  ), due as (
    select seller_id, settled_as, kind, settled,
           case when kind = 'INVOICE' then 0 when settled_as = 'TOTAL' then round(settled::numeric / 11)::bigint else settled / 10 end as vat
      from (select *, greatest(earned, 0) as settled from part) p
  ), live as (
    select seller_id, kind, state, settled, settled_as from payouts.tax_invoice
     where month = :first::date and state <> 'canceled' and direction = 'REVERSE'
  ), written as (
    insert into payouts.tax_invoice as i (id, seller_id, month, direction, kind, commission, fees, settled, settled_as, supply, vat, total,
                                          state, issue_by, drafted_at)
    select gen_random_uuid(), seller_id, :first::date, 'REVERSE', kind, 0, 0, settled, settled_as,
           case settled_as when 'TOTAL' then settled - vat else settled end, vat,
           case settled_as when 'TOTAL' then settled else settled + vat end, 'drafted', :due::date, :now
      from due
     where settled > 0 or exists (select from live where (live.seller_id, live.kind) = (due.seller_id, due.kind))
     order by seller_id, kind
    on conflict (seller_id, month, kind) where state <> 'canceled' and direction = 'REVERSE' do update
       set settled = excluded.settled, settled_as = excluded.settled_as, supply = excluded.supply, vat = excluded.vat, total = excluded.total,
           drafted_at = excluded.drafted_at
     where i.state = 'drafted' and (i.settled, i.settled_as) <> (excluded.settled, excluded.settled_as)
    returning xmax = 0 as is_new
  )
  select (select count(*) from written where is_new)::int as drafted, (select count(*) from written where not is_new)::int as updated,
         (select count(*) from due join live using (seller_id, kind)
           where live.state <> 'drafted' and (due.settled, due.settled_as) <> (live.settled, live.settled_as))::int as differing`);

export type DraftCount = { drafted: number; updated: number; differing: number };

export async function draftReverseInvoices(tx: Executor, month: InvoiceMonth, now: Date): Promise<DraftCount> {
  const [counted] = await DRAFT.rows<DraftCount>(tx, { ...month, now });
  return counted ?? { drafted: 0, updated: 0, differing: 0 };
}
