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
  /** 1n: the seller gets it. -1n: the seller is charged it, so a statement and the month's tax invoice show it. */
  (Readonly<{ sign: 1n }> | Readonly<{ sign: -1n; statedAs: StatedCharge; invoicedAs: InvoicedCharge }>);

// prettier-ignore
/**
 * Every component of an order line: where its won come from, and where they go. The net is their signed sum. SQL, statements,
 * documents, explanations, API objects and postings take their lists from here. What a component comes to is computed in
 * line-components.ts, and the checks of the database name the columns: both fail until a new component is there.
 * The order is that of API objects and of the hash of a change of terms, and that in which a refund gives back a won that
 * rounding kept too much of: a new component comes last.
 */
export const componentTable = {
  /** What the buyer pays for the line. No contract changes it. */
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
