import type { Endpoint } from '@jeongsan/http-contract';
import {
  getAccountChange,
  getAdjustment,
  getBankStatement,
  getBatch,
  getBreak,
  getBreakDecision,
  getCancel,
  getCommissionRule,
  getDecision,
  getEndpoint,
  getEventDelivery,
  getHandRun,
  getHold,
  getLedgerPosting,
  getOrder,
  getParkedPayout,
  getPaymentView,
  getPayoutView,
  getReissue,
  getRepayment,
  getReserve,
  getRuleChange,
  getRun,
  getSellerView,
  getStatement,
  getTaxInvoice,
  getTermsChange,
  getWriteOff,
  listBankRows,
  type SearchKind,
} from '@jeongsan/platform-contract';

/** A field that is found: its column, and how it is compared. Every column here leads an index. */
export type Reference = Readonly<
  ({ text: string } | { uuid: string } | { number: string }) & {
    /** A further condition, where the index has one. */
    and?: string;
  }
>;

/** Everything but `shownBy` is SQL over the one table in `from`. */
export type FoundKind = Readonly<{
  /** The endpoint that shows the item: its scope is needed to find the item, its path is the item's path. */
  shownBy: Endpoint & { scope: string };
  from: string;
  id: string;
  /** The parameters of the endpoint's path; default: its one parameter is the id. */
  path?: Readonly<Record<string, string>>;
  title: string;
  sellerId?: string;
  orderId?: string;
  references: Readonly<Record<string, Reference>>;
}>;

const won = (column: string): string => `to_char(${column}, 'FM999,999,999,999,999,990')`;
const orderOfPayment = (paymentId: string): string =>
  `(select p.order_id from gateway.payment p where p.id = ${paymentId})`;
const ofBreak = (breakId: string, column: string): string =>
  `(select b.${column} from reconciliation.break b where b.id = ${breakId})`;

// prettier-ignore
export const foundKinds = {
  order: {
    shownBy: getOrder, from: 'from gateway.orders o', id: 'o.order_id', orderId: 'o.order_id',
    title: `format('Order of %s %s', ${won('o.total')}, o.currency)`,
    references: { orderId: { text: 'o.order_id' } },
  },
  payment: {
    shownBy: getPaymentView, from: 'from gateway.payment p', id: 'p.payment_key', orderId: 'p.order_id',
    title: `format('Payment of %s %s, %s', ${won('p.amount')}, p.currency, p.state)`,
    references: {
      paymentKey: { text: 'p.payment_key' }, transactionKey: { text: 'p.transaction_key' }, orderId: { text: 'p.order_id' },
      providerOrderId: { text: 'p.provider_order_id', and: 'p.order_id is null' }, id: { uuid: 'p.id' },
    },
  },
  cancel: {
    shownBy: getCancel, from: 'from gateway.cancel c', id: 'c.id', orderId: orderOfPayment('c.payment_id'),
    title: `format('Cancel of %s, %s', ${won('c.amount')}, c.state)`,
    references: { cancelId: { uuid: 'c.id' }, transactionKey: { text: 'c.transaction_key' } },
  },
  seller: {
    shownBy: getSellerView, from: 'from onboarding.seller s', id: 's.seller_id', sellerId: 's.seller_id',
    title: `format('Seller, %s', s.state)`,
    references: {
      sellerId: { text: 's.seller_id' }, refSellerId: { text: 's.ref_seller_id' }, providerSellerId: { text: 's.provider_seller_id' },
    },
  },
  'account-change': {
    shownBy: getAccountChange, from: 'from onboarding.account_change a', id: 'a.id', sellerId: 'a.seller_id',
    title: `format('Change of the account of a seller, %s', a.state)`,
    references: { changeId: { uuid: 'a.id' } },
  },
  payout: {
    shownBy: getPayoutView, from: 'from payouts.payout y', id: 'y.id', sellerId: 'y.seller_id',
    title: `format('Payout of %s won, %s', ${won('y.amount')}, y.state)`,
    references: {
      payoutId: { uuid: 'y.id' }, refPayoutId: { text: 'y.ref_payout_id' }, providerPayoutId: { text: 'y.provider_payout_id' },
    },
  },
  run: {
    shownBy: getRun, from: 'from payouts.run r', id: 'r.id',
    title: `format('Payout run of %s, %s', r.business_date, r.state)`,
    references: { runId: { uuid: 'r.id' } },
  },
  batch: {
    shownBy: getBatch, from: 'from payouts.batch b', id: 'b.id',
    title: `format('Request for payouts on %s, %s', b.payout_date, b.state)`,
    references: { batchId: { uuid: 'b.id' }, idempotencyKey: { text: 'b.idempotency_key' } },
  },
  'parked-decision': {
    shownBy: getParkedPayout, from: 'from payouts.parked_decision d', id: 'd.id', path: { payoutId: 'd.payout_id' },
    title: `format('Decision about a parked payout, %s', d.state)`,
    references: { decisionId: { uuid: 'd.id' } },
  },
  statement: {
    shownBy: getStatement, from: 'from payouts.statement s', id: 's.id', sellerId: 's.seller_id',
    title: `format('Statement of %s', s.business_date)`,
    references: { statementId: { uuid: 's.id' } },
  },
  'tax-invoice': {
    shownBy: getTaxInvoice, from: 'from payouts.tax_invoice t', id: 't.id', sellerId: 't.seller_id',
    title: `format('Tax invoice of %s, %s', to_char(t.month, 'YYYY-MM'), t.state)`,
    references: { invoiceId: { uuid: 't.id' }, externalReference: { text: 't.external_reference' } },
  },
  adjustment: {
    shownBy: getAdjustment, from: 'from payouts.seller_adjustment a', id: 'a.id', sellerId: 'a.seller_id',
    title: `format('Adjustment of %s won, %s', ${won('a.amount')}, a.state)`,
    references: { adjustmentId: { uuid: 'a.id' } },
  },
  repayment: {
    shownBy: getRepayment, from: 'from payouts.debt_repayment r', id: 'r.id', sellerId: 'r.seller_id',
    title: `format('Repayment of %s won', ${won('r.amount')})`,
    references: { repaymentId: { uuid: 'r.id' }, reference: { text: 'r.reference' } },
  },
  reissue: {
    shownBy: getReissue, from: 'from payouts.reissue r', id: 'r.id', sellerId: 'r.seller_id',
    title: `format('Reissue of %s won, %s', ${won('r.amount')}, case when r.statement_id is null then 'open' else 'taken up' end)`,
    references: { reissueId: { uuid: 'r.id' }, payoutId: { uuid: 'r.payout_id' } },
  },
  'write-off': {
    shownBy: getWriteOff, from: 'from payouts.debt_write_off w', id: 'w.id', sellerId: 'w.seller_id',
    title: `format('Write-off of %s won, %s', ${won('w.amount')}, w.state)`,
    references: { writeOffId: { uuid: 'w.id' } },
  },
  reserve: {
    shownBy: getReserve, from: 'from payouts.reserve_hold r', id: 'r.id', sellerId: 'r.seller_id',
    title: `format('Reserve of %s won, %s released', ${won('r.amount')}, ${won('r.released')})`,
    references: { reserveId: { uuid: 'r.id' } },
  },
  hold: {
    shownBy: getHold, from: 'from payouts.hold h', id: 'h.id', sellerId: 'h.seller_id', orderId: 'h.order_id',
    title: `format('Hold, %s', case when h.released_at is null then 'open' else 'released' end)`,
    references: { holdId: { uuid: 'h.id' } },
  },
  'terms-change': {
    shownBy: getTermsChange, from: 'from payouts.terms_change t', id: 't.id', sellerId: 't.seller_id',
    title: `format('Change of terms from %s, %s', t.effective_from, t.state)`,
    references: { changeId: { uuid: 't.id' } },
  },
  'rule-change': {
    shownBy: getRuleChange, from: 'from payouts.rule_change c', id: 'c.id',
    title: `format('Change of a commission rule from %s, %s', c.effective_from, c.state)`,
    references: { changeId: { uuid: 'c.id' } },
  },
  'commission-rule': {
    shownBy: getCommissionRule, from: 'from payouts.commission_rule r', id: 'r.id', sellerId: 'r.seller_id',
    title: `format('Commission rule from %s', r.effective_from)`,
    references: { ruleId: { uuid: 'r.id' } },
  },
  break: {
    shownBy: getBreak, from: 'from reconciliation.break b', id: 'b.id', sellerId: 'b.seller_id', orderId: 'b.order_id',
    title: `format('Break %s of %s, %s', b.class, b.business_date, b.state)`,
    references: {
      breakId: { uuid: 'b.id' }, subject: { text: 'b.subject' }, orderId: { text: 'b.order_id' }, paymentKey: { text: 'b.payment_key' },
    },
  },
  'break-decision': {
    shownBy: getBreakDecision, from: 'from reconciliation.break_decision d', id: 'd.id',
    sellerId: ofBreak('d.break_id', 'seller_id'), orderId: ofBreak('d.break_id', 'order_id'),
    title: `format('Decision about a break, %s', d.state)`,
    references: { decisionId: { uuid: 'd.id' } },
  },
  'hand-run': {
    shownBy: getHandRun, from: 'from reconciliation.hand_run h', id: 'h.id',
    title: `format('Reconciliation by hand of %s to %s, %s', h.from_date, h.to_date, h.state)`,
    references: { runId: { uuid: 'h.id' } },
  },
  'bank-statement': {
    shownBy: getBankStatement, from: 'from reconciliation.bank_statement s', id: 's.id',
    title: `format('Bank statement of %s to %s', s.from_day, s.to_day)`,
    references: { statementId: { uuid: 's.id' } },
  },
  'bank-row': {
    shownBy: listBankRows, from: 'from reconciliation.bank_row r', id: 'r.id', path: { statementId: 'r.statement_id' },
    title: `format('Bank row of %s: %s %s', r.day, ${won('r.amount')}, r.currency)`,
    references: { rowId: { uuid: 'r.id' }, reference: { text: 'r.reference' } },
  },
  posting: {
    shownBy: getLedgerPosting, from: 'from ledger.posting p', id: 'p.id',
    title: `format('Posting %s of %s', p.template, (p.effective_at at time zone 'Asia/Seoul')::date)`,
    references: { postingId: { number: 'p.id' }, key: { text: 'p.key' } },
  },
  'webhook-endpoint': {
    shownBy: getEndpoint, from: 'from webhooks.endpoint e', id: 'e.id',
    title: `format('Address for events, %s', case when e.enabled then 'in use' else 'removed' end)`,
    references: { endpointId: { uuid: 'e.id' } },
  },
  delivery: {
    shownBy: getEventDelivery, id: 'd.event_id', path: { endpointId: 'd.endpoint_id', eventId: 'd.event_id' },
    // A delivery is stored by its address first; there are a few tens of addresses.
    from: `from webhooks.endpoint e cross join lateral (
             select d.endpoint_id, d.event_id, d.state from webhooks.delivery d
              where d.endpoint_id = e.id and d.event_id between :low::uuid and :high::uuid order by d.event_id limit :rows) d`,
    title: `format('Delivery of an event, %s', d.state)`,
    references: { eventId: { uuid: 'd.event_id' } },
  },
  decision: {
    shownBy: getDecision, from: 'from audit.decision d', id: 'd.id',
    title: `format('Decision %s of %s', d.kind, (d.at at time zone 'Asia/Seoul')::date)`,
    references: { decisionId: { uuid: 'd.id' } },
  },
} as const satisfies Record<SearchKind, FoundKind>;
