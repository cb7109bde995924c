export { inKnownYears } from './known-years.js';
export { may, type RefusalCode, refusals, refuse } from './refusals.js';
export { BusinessDate, CategoryName, DecisionReason, page, ProductKey, SellerKey, Won } from './values.js';
export {
  cancelOrderPayment,
  confirmOrderPayment,
  createOrder,
  gatewayContract,
  getOrder,
  Order,
  OrderIn,
  OrderLineIn,
  readPayment,
  readPaymentByOrder,
  recordConfirmation,
  recordDelivery,
} from './orders.contract.js';
export {
  applySeller,
  changeSellerAccount,
  getSellerView,
  listSellerViews,
  onboardingContract,
  SellerApplication,
  SellerView,
} from './sellers.contract.js';
export {
  CalendarDay,
  getCalendar,
  HolidayOverrideView,
  overrideHoliday,
  previewSettlementDates,
  SettlementDates,
} from './calendar.contract.js';
export {
  listPayoutViews,
  listSellerPositions,
  listStatements,
  listTerms,
  PayoutView,
  SellerPosition,
  setTerms,
  StatementView,
  TermsIn,
  TermsView,
} from './payouts.contract.js';
export {
  approveTermsChange,
  getTermsChange,
  LineAdjustment,
  listTermsChanges,
  proposeTermsChange,
  rejectTermsChange,
  TermsChangeDetail,
  TermsChangeView,
} from './terms-changes.contract.js';
export {
  CommissionRuleIn,
  CommissionRuleView,
  createCommissionRule,
  endCommissionRule,
  listCommissionRules,
} from './commission-rules.contract.js';
export {
  explainOrder,
  explainPayout,
  LedgerEvidence,
  LineRule,
  OrderSettlement,
  PayoutExplanation,
  ReasonView,
  SellerBalance,
  sellerBalanceAt,
} from './explanations.contract.js';
export {
  holdsContract,
  HoldScope,
  HoldView,
  listHolds,
  listPayoutOverrides,
  listSellerHolds,
  overridePayout,
  PayoutOverrideView,
  placeHold,
  releaseHold,
} from './holds.contract.js';
export {
  approveWriteOff,
  DebtItem,
  DebtView,
  getSellerBalances,
  getSellerDebt,
  listDebts,
  listReserves,
  listWriteOffs,
  rejectWriteOff,
  releaseReserve,
  releaseReserveSurplus,
  requestWriteOff,
  ReserveReleaseView,
  ReserveView,
  SellerBalances,
  settlementBalancesContract,
  WriteOffView,
} from './settlement-balances.contract.js';
export {
  approveRun,
  getRun,
  listLeftOut,
  listRuns,
  outlierReasons,
  previewRun,
  rejectRun,
  requestRun,
  RunDetail,
  RunPreview,
  RunView,
} from './runs.contract.js';
export {
  BalanceProof,
  breakClasses,
  BreakView,
  getReconciliation,
  getTrialBalance,
  listBreaks,
  listProofs,
  proveNow,
  reconcilerContract,
  RunReport,
  TrialBalance,
  Verification,
  verifyLedger,
} from './reconciliation.contract.js';
export {
  DeliveryView,
  EndpointView,
  ingestorContract,
  listEndpoints,
  listEventDeliveries,
  receiveProviderWebhook,
  redeliver,
  registerEndpoint,
  removeEndpoint,
} from './webhooks.contract.js';
export {
  type DocumentFormat,
  documentFormats,
  type DocumentLanguage,
  documentLanguages,
  documentTypes,
  getStatement,
  getStatementDocument,
  listStatementLines,
  StatementDetail,
  StatementLine,
  type StatementLineKind,
  statementLineKinds,
  statementsContract,
  StatementTotal,
} from './statements.contract.js';
export {
  cancelTaxInvoice,
  draftTaxInvoices,
  issueTaxInvoice,
  listTaxInvoices,
  sendTaxInvoice,
  TaxInvoiceView,
} from './tax-invoices.contract.js';
export { CashDay, dryRun, DryStatement, forecastCash } from './forecasts.contract.js';
export {
  approveParkedDecision,
  listParkedPayouts,
  parkedDecisionKinds,
  ParkedDecisionView,
  ParkedPayoutView,
  proposeParkedDecision,
  rejectParkedDecision,
} from './parked-payouts.contract.js';
export { getPayoutHeadroom, PayoutHeadroom } from './payout-headroom.contract.js';
export { schedulerContract } from './scheduler.contract.js';
