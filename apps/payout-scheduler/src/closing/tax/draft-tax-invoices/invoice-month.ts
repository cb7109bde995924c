import type { TaxType } from '@jeongsan/settlement';

export type InvoiceKind = 'TAX_INVOICE' | 'INVOICE';

/** A month and who is invoiced in it, as the statements of drafting take them. */
export type InvoiceMonth = Readonly<{
  from: Date;
  until: Date;
  first: string;
  last: string;
  /** The last day of issue. */
  due: string;
  /** Tax types and the kind of invoice of each. */
  taxTypes: readonly TaxType[];
  kinds: readonly InvoiceKind[];
}>;
