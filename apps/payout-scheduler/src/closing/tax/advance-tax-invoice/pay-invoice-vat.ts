import { lockBalances, postLedger } from '@jeongsan/database';
import { chart, taxInvoiceVatPaid } from '@jeongsan/ledger';
import type { TaxInvoiceView } from '@jeongsan/platform-contract';
import type { EntityManager } from 'typeorm';

/** Whether the seller gets the VAT of this invoice besides the earnings, once the invoice is issued. */
export const isVatOnTop = ({ settledAs, vat }: Pick<TaxInvoiceView, 'settledAs' | 'vat'>): boolean =>
  settledAs === 'SUPPLY' && vat > 0n;

/** The VAT of an issued reverse invoice is payable to the seller, who owes it to the tax office. Stands on the next statement. */
export async function payInvoiceVat(tx: EntityManager, invoice: TaxInvoiceView, now: Date): Promise<void> {
  const { id: invoiceId, sellerId, vat: amount } = invoice;
  await lockBalances(tx, [chart.sellerPayable(sellerId)]);
  await postLedger(tx, [taxInvoiceVatPaid({ invoiceId, sellerId, amount, effectiveAt: now })]);
}
