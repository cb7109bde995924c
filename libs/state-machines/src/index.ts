export { batchMachine, type BatchEvent, type BatchState } from './batch.machine.js';
export { breakMachine, type BreakEvent, type BreakState } from './break.machine.js';
export { breakStates } from './break-states.js';
export { defineMachine, type Event, type State, type Verdict } from './define-machine.js';
export {
  cancelMachine,
  paymentMachine,
  refundMachine,
  type CancelEvent,
  type CancelState,
  type PaymentEvent,
  type PaymentState,
  type RefundEvent,
  type RefundState,
} from './payment.machine.js';
export {
  payoutMachine,
  payoutRunMachine,
  type PayoutEvent,
  type PayoutRunEvent,
  type PayoutRunState,
  type PayoutState,
} from './payout.machine.js';
export { batchStates } from './batch-states.js';
export { paymentStates } from './payment-states.js';
export { payoutRunStates } from './payout-run-states.js';
export { payoutStates } from './payout-states.js';
export { sellerStates } from './seller-states.js';
export {
  parkedDecisionMachine,
  type ParkedDecisionEvent,
  type ParkedDecisionState,
} from './parked-decision.machine.js';
export { accountChangeMachine, type AccountChangeEvent, type AccountChangeState } from './account-change.machine.js';
export { sellerMachine, type SellerEvent, type SellerState } from './seller.machine.js';
export { statementMailMachine, type StatementMailEvent, type StatementMailState } from './statement-mail.machine.js';
export { taxInvoiceMachine, type TaxInvoiceEvent, type TaxInvoiceState } from './tax-invoice.machine.js';
export {
  sellerAdjustmentMachine,
  type SellerAdjustmentEvent,
  type SellerAdjustmentState,
} from './seller-adjustment.machine.js';
export { writeOffMachine, type WriteOffEvent, type WriteOffState } from './write-off.machine.js';
export { termsChangeMachine, type TermsChangeEvent, type TermsChangeState } from './terms-change.machine.js';
export {
  monthMachine,
  monthRequestMachine,
  type MonthEvent,
  type MonthRequestEvent,
  type MonthRequestState,
  type MonthState,
} from './month.machine.js';
