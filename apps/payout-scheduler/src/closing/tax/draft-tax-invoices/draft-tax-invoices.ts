import { type Author, authorOf, recordDecision } from '@jeongsan/audit';
import { addDays, type Calendar, businessDateOf, instantAt, monthEndOf } from '@jeongsan/calendar';
import { CHARGE_ENTRIES } from '@jeongsan/books';
import type { Executor } from '@jeongsan/database';
import { inKnownYears, refuse } from '@jeongsan/platform-contract';
import { columnsInvoicedAs, type InvoicedCharge, type TaxType } from '@jeongsan/settlement';
import { statement } from '@jeongsan/sql';
import { BOOKED_FACTS } from './booked-facts.js';
import { type DraftCount, draftReverseInvoices } from './draft-reverse-invoices.js';
import type { InvoiceKind, InvoiceMonth } from './invoice-month.js';

export type Drafted = { month: string } & DraftCount;

// prettier-ignore
/** The kind of invoice for a seller's charges, by tax type; an individual without a business gets none. */
const kindOfTaxType = {
  GENERAL:         'TAX_INVOICE',
  SIMPLIFIED:      'TAX_INVOICE',
  EXEMPT:          'INVOICE',
  WITHHOLDING:     null,
  NON_WITHHOLDING: null,
} as const satisfies Record<TaxType, InvoiceKind | null>;

/** The last day of issue: the 10th of the next month; on a Saturday or holiday the next business day (VAT Act, article 34 (3)). */
export function issueBy(month: string, calendar: Calendar): string {
  return calendar.nextBusinessDay(addDays(monthEndOf(`${month}-01`), 10));
}

/**
 * Drafts the invoices of a month (yyyy-MM). Their amounts are the charges on order lines approved in the month, less
 * the charges that cancels of the month gave back, plus adjustments by changes of terms: the same lines in the same
 * month as in the books. Sellers who supply to the platform get reverse invoices as well. A repeat adds missing invoices and updates drafts; an issued invoice stays,
 * and is counted if its amount differs. @throws TAX_INVOICE_MONTH_OPEN, CALENDAR_YEAR_UNKNOWN
 */
export async function draftTaxInvoices(
  tx: Executor,
  month: string,
  calendar: Calendar,
  author: Author,
  now: Date,
): Promise<Drafted> {
  const first = `${month}-01`;
  const last = monthEndOf(first);
  if (businessDateOf(now) <= last) {
    throw refuse('TAX_INVOICE_MONTH_OPEN', `${month} is not over: what is charged in it can still grow`);
  }
  const due = inKnownYears(() => issueBy(month, calendar));
  const kinds = invoicedTaxTypes();
  const invoiceMonth: InvoiceMonth = {
    from: instantAt(first, '00:00:00'),
    until: instantAt(addDays(last, 1), '00:00:00'),
    first,
    last,
    due,
    taxTypes: kinds.map(([taxType]) => taxType),
    kinds: kinds.map(([, kind]) => kind),
  };
  // Counted first: charges that come during the draft make the count differ, and the month's check asks for another draft.
  const [booked] = await COUNT.rows<{ charges: number }>(tx, { from: invoiceMonth.from, until: invoiceMonth.until });
  const [direct] = await DRAFT.rows<DraftCount>(tx, { ...invoiceMonth, now });
  const reverse = await draftReverseInvoices(tx, invoiceMonth, now);
  const both = (of: keyof DraftCount): number => (direct?.[of] ?? 0) + reverse[of];
  const after = { drafted: both('drafted'), updated: both('updated'), differing: both('differing') };
  const decided = { subject: month, ...authorOf(author), reason: null, before: null };
  const facts = { ...after, entries: booked?.charges ?? 0 };
  await recordDecision(tx, { kind: 'tax-invoice.drafted', ...decided, after: facts }, now);
  return { month, ...after };
}

const invoicedTaxTypes = (): [TaxType, InvoiceKind][] =>
  (Object.entries(kindOfTaxType) as [TaxType, InvoiceKind | null][]).flatMap(([taxType, kind]) =>
    kind === null ? [] : [[taxType, kind]],
  );

/** The sums of an invoice. `of` makes the expression of one, from the columns of a table that are added up in it. */
const invoiced = (of: (columns: (table: string) => string) => string): string =>
  (['commission', 'fees', 'vat'] as const satisfies readonly InvoicedCharge[])
    .map((sum) => {
      const columns = columnsInvoicedAs(sum);
      return `${of((table) => columns.map((column) => `${table}.${column}`).join(' + '))} as ${sum}`;
    })
    .join(', ');

const COUNT = statement(CHARGE_ENTRIES);

const DRAFT = statement(`
  with ${BOOKED_FACTS}, charge as (
    select o.seller_id, ${invoiced((columns) => `sum(${columns('o')})`)}
      from payment p join gateway.order_line o on o.order_id = p.order_id
     group by o.seller_id
    union all
    select c.seller_id, ${invoiced((columns) => `-sum(${columns('c')})`)}
      from cancel k join gateway.cancel_line c on c.cancel_id = k.id
     group by c.seller_id
    union all
    select t.seller_id, ${invoiced((columns) => columns('t'))}
      from payouts.terms_change t where state = 'approved' and not is_estimate and decided_at >= :from and decided_at < :until
    union all
    select seller_id, ${invoiced((columns) => `sum(${columns('a')})`)} from adjustment a group by seller_id
  ), summed as (
    select seller_id, sum(commission)::bigint as commission, sum(fees)::bigint as fees, sum(vat)::bigint as vat
      from charge group by seller_id
  ), due as (
    select s.*, k.kind from summed s
      join lateral (select t.document ->> 'taxType' as tax_type from payouts.seller_terms t
                     where t.seller_id = s.seller_id and t.effective_from <= :last::date order by t.effective_from desc limit 1) terms on true
      join unnest(:taxTypes::text[], :kinds::text[]) as k(tax_type, kind) on k.tax_type = terms.tax_type
  ), live as (
    select seller_id, state, commission, fees, vat from payouts.tax_invoice where month = :first::date and state <> 'canceled' and direction = 'DIRECT'
  ), written as (
    insert into payouts.tax_invoice as i (id, seller_id, month, kind, commission, fees, supply, vat, total, state, issue_by, drafted_at)
    select gen_random_uuid(), seller_id, :first::date, kind, commission, fees, commission + fees, vat, commission + fees + vat, 'drafted',
      :due::date, :now
      from due
     where (commission, fees, vat) <> (0, 0, 0) or exists (select from live where live.seller_id = due.seller_id)
     order by seller_id
    on conflict (seller_id, month) where state <> 'canceled' and direction = 'DIRECT' do update
       set kind = excluded.kind, commission = excluded.commission, fees = excluded.fees, supply = excluded.supply, vat = excluded.vat,
           total = excluded.total, drafted_at = excluded.drafted_at
     where i.state = 'drafted' and (i.kind, i.commission, i.fees, i.vat) <> (excluded.kind, excluded.commission, excluded.fees, excluded.vat)
    returning xmax = 0 as is_new
  )
  select (select count(*) from written where is_new)::int as drafted, (select count(*) from written where not is_new)::int as updated,
         (select count(*) from due join live using (seller_id)
           where live.state <> 'drafted' and (due.commission, due.fees, due.vat) <> (live.commission, live.fees, live.vat))::int as differing`);
