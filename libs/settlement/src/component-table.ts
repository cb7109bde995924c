/** The charges as a statement shows them: columns of its lines, totals and documents, in this order. */
export const statedCharges = {
  commission: { ko: '판매수수료', en: 'Commission' },
  fees: { ko: '기타수수료', en: 'Other fees' },
  vat: { ko: '수수료 부가세', en: 'VAT on charges' },
} as const satisfies Record<string, Readonly<{ ko: string; en: string }>>;
export type StatedCharge = keyof typeof statedCharges;
/** The sums of a month's tax invoice: columns of payouts.tax_invoice. */
export type InvoicedCharge = 'commission' | 'fees' | 'vat';

type Component = Readonly<{
  /** In gateway.order_line, gateway.cancel_line, payouts.line_adjustment (there also as `new_…`) and payouts.terms_change. */
  column: string;
  /** The account in the ledger's chart that is posted to, against the seller's. Components of one account are posted together. */
  account: string;
}> &
  /**
   * 1n: the seller gets the component. -1n: the seller is charged the component, so statements and the month's tax invoice show
   * it.
   */
  (Readonly<{ sign: 1n }> | Readonly<{ sign: -1n; statedAs: StatedCharge; invoicedAs: InvoicedCharge }>);

// prettier-ignore
/**
 * Every component of an order line: where its won come from, and where they go. The net amount is the signed sum. SQL,
 * statements, documents, explanations, API objects and postings take their lists from this table. Amounts are computed in
 * line-components.ts, and check constraints of the database name the columns: both fail until a new component is added there
 * too.
 * The order is part of API objects, of the hash of a change of terms, and of the order in which a refund gives back the odd won
 * of rounding: append a new component at the end.
 */
export const componentTable = {
  /** Won that the buyer pays for the line. No change of terms changes this amount. */
  paid:          { column: 'paid',           sign:  1n, account: 'providerReceivable' },
  /** The part of the discount that the platform bears. */
  promotion:     { column: 'promotion',      sign:  1n, account: 'platformPromotion' },
  commission:    { column: 'commission',     sign: -1n, account: 'platformCommission', statedAs: 'commission', invoicedAs: 'commission' },
  commissionVat: { column: 'commission_vat', sign: -1n, account: 'platformVat',        statedAs: 'vat',        invoicedAs: 'vat' },
  /** Additional fees, all of them together; each is a step of the pricing. */
  fees:          { column: 'fees',           sign: -1n, account: 'platformFees',       statedAs: 'fees',       invoicedAs: 'fees' },
  feeVat:        { column: 'fee_vat',        sign: -1n, account: 'platformVat',        statedAs: 'vat',        invoicedAs: 'vat' },
} as const satisfies Record<string, Component>;

type Table = typeof componentTable;
export type LineComponent = keyof Table;
export type ChargeComponent = { [C in LineComponent]: Table[C]['sign'] extends -1n ? C : never }[LineComponent];
