import { businessDateOf } from '@jeongsan/calendar';
import { type Executor, pageSize } from '@jeongsan/database';
import { pageOf, type Input, type Output } from '@jeongsan/http-contract';
import { type listTaxInvoices, refuse, type TaxInvoiceView } from '@jeongsan/platform-contract';
import { statement } from '@jeongsan/sql';

/** Issued after the last day of issue, or not issued by then; `:today` is today in Asia/Seoul. */
const LATE = `(state <> 'canceled' and coalesce((issued_at at time zone 'Asia/Seoul')::date, :today::date) > issue_by)`;
/** The columns of an invoice. */
const columns = `id, seller_id as "sellerId", to_char(month, 'YYYY-MM') as month, direction, kind, commission, fees, settled, settled_as as "settledAs", supply, vat, total, state,
  issue_by as "issueBy",
  ${LATE} as late,
  external_reference as "externalReference", cancel_reason as "cancelReason", drafted_at as "draftedAt", issued_at as "issuedAt",
  sent_at as "sentAt", canceled_at as "canceledAt"`;

const INVOICES = statement(`
  select ${columns} from payouts.tax_invoice
  where (:month::date is null or month = :month) and (:sellerId::text is null or seller_id = :sellerId)
    and (:state::text is null or state = :state) and (:direction::text is null or direction = :direction)
    and (:kind::text is null or kind = :kind) and (:late::bool is null or ${LATE} = :late)
    and (:after::uuid is null or id > :after)
  order by id limit :rows`);

export async function readTaxInvoices(
  db: Executor,
  query: Input<typeof listTaxInvoices>['query'],
  now: Date,
): Promise<Output<typeof listTaxInvoices>> {
  const limit = pageSize(query.limit);
  const rows = await INVOICES.rows<TaxInvoiceView>(db, {
    today: businessDateOf(now),
    month: query.month ? `${query.month}-01` : null,
    sellerId: query.sellerId ?? null,
    state: query.state ?? null,
    direction: query.direction ?? null,
    kind: query.kind ?? null,
    late: query.late ?? null,
    after: query.after ?? null,
    rows: limit + 1,
  });
  return pageOf(rows, limit, (row) => row.id);
}

const INVOICE = statement(`select ${columns} from payouts.tax_invoice where id = :id`);

/** Reads one invoice. @throws TAX_INVOICE_NOT_FOUND */
export async function readTaxInvoice(db: Executor, id: string, now: Date): Promise<TaxInvoiceView> {
  const [row] = await INVOICE.rows<TaxInvoiceView>(db, { today: businessDateOf(now), id });
  if (!row) throw refuse('TAX_INVOICE_NOT_FOUND', `There is no tax invoice ${id}`);
  return row;
}
