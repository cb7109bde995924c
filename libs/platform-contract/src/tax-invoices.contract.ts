import { endpoint, FileAnswer, Instant, page } from '@jeongsan/http-contract';
import { settledAs } from '@jeongsan/settlement';
import { taxInvoiceMachine } from '@jeongsan/state-machines';
import { z } from 'zod';
import { may } from './refusals.js';
import { BusinessDate, BusinessMonth, paging, SellerKey, Won } from './values.js';

/**
 * The data for a tax invoice about one month, which another system issues. DIRECT: the platform's charges to a seller, net of
 * refunds. REVERSE: the earnings of a seller who supplies to the platform, drawn up by the platform for that seller.
 */
export const TaxInvoiceView = z.object({
  id: z.uuid(),
  sellerId: SellerKey,
  month: BusinessMonth,
  direction: z.enum(['DIRECT', 'REVERSE']),
  /** INVOICE: without VAT. */
  kind: z.enum(['TAX_INVOICE', 'INVOICE']),
  commission: Won,
  fees: Won,
  /** REVERSE: the earnings that the invoice is about. */
  settled: Won,
  /** REVERSE: TOTAL: the VAT is within the earnings. SUPPLY: the VAT is on top, and payable to the seller once issued. */
  settledAs: z.enum(settledAs).nullable(),
  /** DIRECT: commission + fees. */
  supply: Won,
  vat: Won,
  total: Won,
  state: z.enum(taxInvoiceMachine.states),
  /** The last date on which the invoice is issued in time. */
  issueBy: BusinessDate,
  /** Issued after `issueBy`, or not issued and `issueBy` is over. */
  late: z.boolean(),
  externalReference: z.string().nullable(),
  cancelReason: z.string().nullable(),
  draftedAt: Instant,
  issuedAt: Instant.nullable(),
  sentAt: Instant.nullable(),
  canceledAt: Instant.nullable(),
});
export type TaxInvoiceView = z.output<typeof TaxInvoiceView>;

export const draftTaxInvoices = endpoint({
  method: 'POST',
  path: '/tax-invoices/draft',
  summary:
    "Draft a month's invoices from the orders and cancels of that month. Repeating it adds what is missing and brings drafts up to date.",
  security: 'bearer',
  scope: 'payouts:operate',
  body: z.object({ month: BusinessMonth }),
  success: {
    status: 200,
    body: z.object({
      month: BusinessMonth,
      drafted: z.int(),
      updated: z.int(),
      /** Number of issued invoices whose amounts no longer match our records of the month: each needs an amendment. */
      differing: z.int(),
    }),
  },
  errors: may('TAX_INVOICE_MONTH_OPEN', 'CALENDAR_YEAR_UNKNOWN'),
});

export const listTaxInvoices = endpoint({
  method: 'GET',
  path: '/tax-invoices',
  summary: 'Tax invoices by id: of a month, a seller or a direction, in a state, late ones.',
  security: 'bearer',
  scope: 'payouts:read',
  query: z.object({
    month: BusinessMonth.optional(),
    sellerId: SellerKey.optional(),
    state: z.enum(taxInvoiceMachine.states).optional(),
    direction: z.enum(['DIRECT', 'REVERSE']).optional(),
    kind: z.enum(['TAX_INVOICE', 'INVOICE']).optional(),
    late: z.enum(['true', 'false']).optional(),
    ...paging,
  }),
  success: { status: 200, body: page(TaxInvoiceView) },
  errors: may(),
});

export const getTaxFile = endpoint({
  method: 'GET',
  path: '/tax-files/{month}',
  summary: 'All tax invoices of a month that are not canceled, as CSV for the program that issues them.',
  security: 'bearer',
  scope: 'payouts:read',
  params: z.object({ month: BusinessMonth }),
  success: { status: 200, body: FileAnswer },
  answerTypes: ['text/csv; charset=utf-8'],
  errors: may(),
});

const InvoiceId = z.object({ invoiceId: z.uuid() });

export const getTaxInvoice = endpoint({
  method: 'GET',
  path: '/tax-invoices/{invoiceId}',
  summary: 'A tax invoice.',
  security: 'bearer',
  scope: 'payouts:read',
  params: InvoiceId,
  success: { status: 200, body: TaxInvoiceView },
  errors: may('TAX_INVOICE_NOT_FOUND'),
});

const step = <const Path extends `/${string}`, Body extends z.ZodType>(path: Path, summary: string, body: Body) =>
  endpoint({
    method: 'POST',
    path,
    summary,
    security: 'bearer',
    scope: 'payouts:operate',
    params: InvoiceId,
    body,
    success: { status: 200, body: TaxInvoiceView },
    errors: may('TAX_INVOICE_NOT_FOUND', 'TAX_INVOICE_STATE', 'TAX_INVOICE_REFERENCE_USED'),
  });

const Reference = z.string().regex(/^[\x21-\x7e]{1,64}$/, '1 to 64 printable characters without spaces');

export const issueTaxInvoice = step(
  '/tax-invoices/{invoiceId}/issue',
  'Record that an invoice was issued, with its number at whoever issued it. Repeating it changes nothing.',
  z.object({ externalReference: Reference }),
);

export const sendTaxInvoice = step(
  '/tax-invoices/{invoiceId}/send',
  'Record that an issued invoice reached the tax office.',
  z.object({}),
);

export const cancelTaxInvoice = step(
  '/tax-invoices/{invoiceId}/cancel',
  'Cancel an invoice that has not reached the tax office. The month can be drafted again.',
  z.object({ reason: z.string().min(1).max(200) }),
);

export const taxInvoicesContract = {
  draftTaxInvoices,
  listTaxInvoices,
  getTaxInvoice,
  getTaxFile,
  issueTaxInvoice,
  sendTaxInvoice,
  cancelTaxInvoice,
} as const;
