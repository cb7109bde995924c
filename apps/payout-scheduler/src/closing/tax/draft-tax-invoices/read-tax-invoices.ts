import { businessDateOf } from '@jeongsan/calendar';
import type { Executor } from '@jeongsan/database';
import { pageOf, type Input, type Output } from '@jeongsan/http-contract';
import { type listTaxInvoices, refuse, type TaxInvoiceView } from '@jeongsan/platform-contract';
import { pageSize } from '../../../terms/page-size.js';

/**
 * The columns of an invoice. `late`: issued after the last day of issue, or not issued by then; $1 is today in
 * Asia/Seoul.
 */
const columns = `id, seller_id as "sellerId", to_char(month, 'YYYY-MM') as month, kind, commission, fees, supply, vat, total, state,
  issue_by as "issueBy",
  state <> 'canceled' and coalesce((issued_at at time zone 'Asia/Seoul')::date, $1::date) > issue_by as late,
  external_reference as "externalReference", cancel_reason as "cancelReason", drafted_at as "draftedAt", issued_at as "issuedAt",
  sent_at as "sentAt", canceled_at as "canceledAt"`;

export async function readTaxInvoices(
  db: Executor,
  query: Input<typeof listTaxInvoices>['query'],
  now: Date,
): Promise<Output<typeof listTaxInvoices>> {
  const limit = pageSize(query.limit);
  const rows = await db.query<TaxInvoiceView[]>(
    `select ${columns} from payouts.tax_invoice
      where ($2::date is null or month = $2) and ($3::text is null or seller_id = $3) and ($4::text is null or state = $4)
        and ($5::uuid is null or id > $5)
      order by id limit $6`,
    [
      businessDateOf(now),
      query.month ? `${query.month}-01` : null,
      query.sellerId ?? null,
      query.state ?? null,
      query.after ?? null,
      limit + 1,
    ],
  );
  return pageOf(rows, limit, (row) => row.id);
}

/** Reads one invoice. @throws TAX_INVOICE_NOT_FOUND */
export async function readTaxInvoice(db: Executor, id: string, now: Date): Promise<TaxInvoiceView> {
  const [row] = await db.query<TaxInvoiceView[]>(`select ${columns} from payouts.tax_invoice where id = $2`, [
    businessDateOf(now),
    id,
  ]);
  if (!row) throw refuse('TAX_INVOICE_NOT_FOUND', `There is no tax invoice ${id}`);
  return row;
}
