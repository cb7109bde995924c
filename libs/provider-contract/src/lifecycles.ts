/**
 * Lifecycles as published by the provider: for each status, the triggers that it accepts and the status that each trigger leads
 * to.
 */

// prettier-ignore
/**
 * Payment.status (document 1 section 3.1; triggers that the document does not show are from the provider's public status
 * diagrams).
 */
export const paymentLifecycle = {
  READY:               { authenticate: 'IN_PROGRESS', expire: 'EXPIRED', issueAccount: 'WAITING_FOR_DEPOSIT' },
  IN_PROGRESS:         { confirm: 'DONE', expire: 'EXPIRED', fail: 'ABORTED' },
  WAITING_FOR_DEPOSIT: { deposit: 'DONE', cancel: 'CANCELED' },
  DONE:                { cancel: 'CANCELED', cancelPart: 'PARTIAL_CANCELED', depositError: 'WAITING_FOR_DEPOSIT' },
  // A partially canceled payment keeps this status, even when its remaining amount is 0.
  PARTIAL_CANCELED:    { cancelPart: 'PARTIAL_CANCELED' },
  CANCELED:            {},
  ABORTED:             {},
  EXPIRED:             {},
} as const satisfies Lifecycle;

// prettier-ignore
/** Seller.status (document 2 section 3.1). An approved seller is reviewed again after one or three years. */
export const sellerLifecycle = {
  APPROVAL_REQUIRED:  { verifyIdentity: 'PARTIALLY_APPROVED' },
  PARTIALLY_APPROVED: { exceedWeeklyLimit: 'KYC_REQUIRED' },
  KYC_REQUIRED:       { completeKyc: 'APPROVED' },
  APPROVED:           { reviewAgain: 'KYC_REQUIRED' },
} as const satisfies Lifecycle;

// prettier-ignore
/** Payout.status (document 2 section 3.2). */
export const payoutLifecycle = {
  REQUESTED:   { start: 'IN_PROGRESS', cancel: 'CANCELED', reject: 'REJECTED', remove: 'DELETED' },
  IN_PROGRESS: { complete: 'COMPLETED', fail: 'FAILED' },
  COMPLETED:   {},
  FAILED:      {},
  CANCELED:    {},
  REJECTED:    {},
  DELETED:     {},
} as const satisfies Lifecycle;

// prettier-ignore
/**
 * VirtualAccount.refundStatus: the state of refunds after cancels of a deposited payment. PENDING while a refund is under way;
 * then the result of the last refund to end. A partial failure (PARTIAL_FAILED) is kept over later successes.
 */
export const refundLifecycle = {
  NONE:           { request: 'PENDING' },
  PENDING:        { request: 'PENDING', complete: 'COMPLETED', fail: 'FAILED', failPart: 'PARTIAL_FAILED' },
  COMPLETED:      { request: 'PENDING' },
  PARTIAL_FAILED: { request: 'PENDING' },
  FAILED:         {},
} as const satisfies Lifecycle;

// prettier-ignore
/** The status of a sub-mall of the legacy interface, as published: payouts up to a limit, under review, any payouts. */
export const subMallLifecycle = {
  PARTIALLY_APPROVED: { exceedLimit: 'KYC_REQUIRED' },
  KYC_REQUIRED:       { completeKyc: 'APPROVED' },
  APPROVED:           {},
} as const satisfies Lifecycle;

// prettier-ignore
/** The status of a legacy payout (document 1 section 3.2 shows COMPLETED; the others are published). */
export const legacyPayoutLifecycle = {
  REQUESTED:   { start: 'IN_PROGRESS', cancel: 'CANCELED' },
  IN_PROGRESS: { complete: 'COMPLETED', fail: 'FAILED' },
  COMPLETED:   {},
  FAILED:      {},
  CANCELED:    {},
} as const satisfies Lifecycle;

// prettier-ignore
/** CashReceipt.issueStatus (document 1 section 3.2): the tax office answers one or two days after the request. */
export const receiptLifecycle = {
  IN_PROGRESS: { complete: 'COMPLETED', fail: 'FAILED' },
  COMPLETED:   {},
  FAILED:      {},
} as const satisfies Lifecycle;

// prettier-ignore
/** Reservation.status (document 3 section 3.1). */
export const reservationLifecycle = {
  READY:    { complete: 'DONE', cancel: 'CANCELED' },
  DONE:     {},
  CANCELED: {},
} as const satisfies Lifecycle;

// prettier-ignore
/** The status of a registered card or account (document 2 section 3.3). Withdrawing the customer removes all of them. */
export const walletMethodLifecycle = {
  ENABLED:  { remove: 'DISABLED' },
  DISABLED: {},
} as const satisfies Lifecycle;

// prettier-ignore
/** A customer of the wallet. A customer who withdraws is removed: the same customerKey creates a new customer. */
export const walletCustomerLifecycle = {
  CREATED: { hold: 'ON_HOLD', remove: 'REMOVED' },
  ON_HOLD: { release: 'CREATED', remove: 'REMOVED' },
  REMOVED: {},
} as const satisfies Lifecycle;

type Lifecycle = Record<string, Record<string, string>>;
export type PaymentStatus = keyof typeof paymentLifecycle;
export type SellerStatus = keyof typeof sellerLifecycle;
export type PayoutStatus = keyof typeof payoutLifecycle;

export type RefundStatus = keyof typeof refundLifecycle;
export type SubMallStatus = keyof typeof subMallLifecycle;
export type LegacyPayoutStatus = keyof typeof legacyPayoutLifecycle;
export type ReceiptStatus = keyof typeof receiptLifecycle;
export type ReservationStatus = keyof typeof reservationLifecycle;
export type WalletMethodStatus = keyof typeof walletMethodLifecycle;
export type WalletCustomerStatus = keyof typeof walletCustomerLifecycle;

const statuses = <S extends string>(lifecycle: Record<S, unknown>) => Object.keys(lifecycle) as [S, ...S[]];
export const paymentStatuses = statuses(paymentLifecycle);
export const sellerStatuses = statuses(sellerLifecycle);
export const payoutStatuses = statuses(payoutLifecycle);
export const refundStatuses = statuses(refundLifecycle);
export const subMallStatuses = statuses(subMallLifecycle);
export const legacyPayoutStatuses = statuses(legacyPayoutLifecycle);
export const receiptStatuses = statuses(receiptLifecycle);
export const reservationStatuses = statuses(reservationLifecycle);
export const walletMethodStatuses = statuses(walletMethodLifecycle);
export const walletCustomerStatuses = statuses(walletCustomerLifecycle);
