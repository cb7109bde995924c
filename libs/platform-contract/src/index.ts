export { inKnownYears } from './known-years.js';
export { may, refuse, refusals, type RefusalCode } from './refusals.js';
export { BusinessDate, CategoryName, page, ProductKey, SellerKey, Won } from './values.js';
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
  approveRun,
  HoldView,
  listPayoutViews,
  listRuns,
  listSellerPositions,
  listStatements,
  listTerms,
  PayoutView,
  placeHold,
  rejectRun,
  releaseHold,
  RunView,
  schedulerContract,
  SellerPosition,
  setTerms,
  StatementView,
  TermsIn,
  TermsView,
} from './payouts.contract.js';
export {
  CommissionRuleIn,
  CommissionRuleView,
  createCommissionRule,
  endCommissionRule,
  listCommissionRules,
} from './commission-rules.contract.js';
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
