export { chart, naturalSign, type Account, type AccountKind } from './chart.js';
export { signedTransfer, template, type Posting, type Transfer } from './posting.js';
export {
  cancelReallocated,
  debtRecovered,
  cancelAllocated,
  refundTemplates,
  lineMatured,
  paymentAllocated,
  paymentApproved,
  paymentCanceled,
  paymentUnallocated,
  refundCompleted,
  refundPending,
  unallocatedCanceled,
  type PostedLine,
  type ReversedLine,
} from './payment.postings.js';
export { breakAdjusted, breakAdjustmentReversed } from './break.postings.js';
export { componentAccounts } from './component-transfers.js';
export { settlementAvailable, settlementPending } from './settlement.postings.js';
export {
  payoutPaid,
  payoutPostings,
  payoutReleased,
  payoutReserved,
  payoutReturned,
  type PayoutFacts,
} from './payout.postings.js';
export {
  debtRepaid,
  debtWrittenOff,
  reserveHeld,
  reserveReleaseDecided,
  reserveReleased,
  sellerAdjusted,
  taxInvoiceVatPaid,
  taxWithheld,
  termsAdjusted,
} from './statement.postings.js';
