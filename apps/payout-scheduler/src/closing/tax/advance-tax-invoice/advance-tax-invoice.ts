import { type Author, authorOf, recordDecision } from '@jeongsan/audit';
import { refuse, type TaxInvoiceView } from '@jeongsan/platform-contract';
import { taxInvoiceMachine, type TaxInvoiceEvent, type TaxInvoiceState } from '@jeongsan/state-machines';
import { statement } from '@jeongsan/sql';
import type { EntityManager } from 'typeorm';
import { isVatOnTop, payInvoiceVat } from './pay-invoice-vat.js';
import { readTaxInvoice } from '../draft-tax-invoices/read-tax-invoices.js';

/** An event of a tax invoice with its data: the issuer's number, or the reason of a cancel. */
export type TaxInvoiceStep =
  | { event: Extract<TaxInvoiceEvent, 'issue'>; externalReference: string }
  | { event: Extract<TaxInvoiceEvent, 'send'> }
  | { event: Extract<TaxInvoiceEvent, 'cancel'>; reason: string };

type Row = { state: TaxInvoiceState; external_reference: string | null };
const UNIQUE_VIOLATION = '23505';

/**
 * Records an event that happened to an invoice at the external issuer. A repeat changes nothing, except that a repeat
 * with another number is refused. @throws TAX_INVOICE_NOT_FOUND, TAX_INVOICE_STATE, TAX_INVOICE_REFERENCE_USED
 */
export async function advanceTaxInvoice(
  tx: EntityManager,
  id: string,
  step: TaxInvoiceStep,
  author: Author,
  now: Date,
): Promise<TaxInvoiceView> {
  const [row] = await tx.query<Row[]>(
    `select state, external_reference from payouts.tax_invoice where id = $1 for update`,
    [id],
  );
  if (!row) throw refuse('TAX_INVOICE_NOT_FOUND', `There is no tax invoice ${id}`);
  const verdict = taxInvoiceMachine.classify(row.state, step.event);
  const isOther =
    step.event === 'issue' && row.state !== 'drafted' && row.external_reference !== step.externalReference;
  if (isOther || verdict.kind === 'illegal' || verdict.kind === 'early') {
    throw refuse('TAX_INVOICE_STATE', `Tax invoice ${id} is ${row.state}: it cannot ${step.event}`, {
      state: row.state,
    });
  }
  const invoice = await readTaxInvoice(tx, id, now);
  if (step.event === 'cancel' && row.state === 'issued' && isVatOnTop(invoice))
    throw refuse('TAX_INVOICE_STATE', `The VAT of tax invoice ${id} was given to the seller: amend it instead`, {
      state: row.state,
    });
  if (verdict.kind !== 'move') return invoice;
  await write(tx, id, verdict.to, step, now);
  if (step.event === 'issue' && isVatOnTop(invoice)) await payInvoiceVat(tx, invoice, now);
  const before = { state: row.state, reference: row.external_reference };
  const after = { state: verdict.to, reference: step.event === 'issue' ? step.externalReference : before.reference };
  const decided = { subject: id, ...authorOf(author), reason: step.event === 'cancel' ? step.reason : null };
  await recordDecision(tx, { kind: 'tax-invoice.marked', ...decided, before, after }, now);
  return readTaxInvoice(tx, id, now);
}

const ADVANCE = statement(`
  update payouts.tax_invoice
     set state = :to, external_reference = coalesce(:reference, external_reference), cancel_reason = coalesce(:reason, cancel_reason),
         issued_at = case when :to = 'issued' then :now else issued_at end, sent_at = case when :to = 'sent' then :now else sent_at end,
         canceled_at = case when :to = 'canceled' then :now else canceled_at end
   where id = :id`);

async function write(
  tx: EntityManager,
  id: string,
  to: TaxInvoiceState,
  step: TaxInvoiceStep,
  now: Date,
): Promise<void> {
  const reference = step.event === 'issue' ? step.externalReference : null;
  const reason = step.event === 'cancel' ? step.reason : null;
  await ADVANCE.rows(tx, { id, to, reference, reason, now }).catch((error: Error & { code?: string }) => {
    if (error.code !== UNIQUE_VIOLATION) throw error;
    throw refuse('TAX_INVOICE_REFERENCE_USED', `Another tax invoice has the number ${reference}: it was issued before`);
  });
}
