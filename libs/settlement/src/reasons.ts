/**
 * Every code the platform can give for money that is not with its seller, in one place. Whatever decides about money takes its
 * reasons from here, and `reasonWords` has words for each: a new reason without words does not compile.
 */

/** The seller is in no state to be paid. */
export const sellerReasons = [
  'SELLER_UNKNOWN',
  'ACCOUNT_NOT_VERIFIED',
  'REGISTRATION_PENDING',
  'REGISTRATION_REFUSED',
  'IDENTITY_CHECK_REQUIRED',
  'KYC_REQUIRED',
  'SELLER_CLOSED',
] as const;

/** Something stands between what is payable and a payout. */
export const gateReasons = [
  'BELOW_MINIMUM',
  'WEEKLY_LIMIT',
  'HELD_AMOUNT',
  'HELD_ORDER',
  'FUTURE_DEBITS',
  'TAX_INVOICE_MISSING',
  'ACCOUNT_CHANGED',
  'NOT_PAYABLE',
  'RUN_REJECTED',
] as const;

/** Holds that the platform places by itself, and the one word for those that an operator named. */
export const holdReasons = ['ACCOUNT_REJECTED', 'PAYOUT_REFUSED', 'PROVIDER_DIFFERS', 'SELLER_HOLD'] as const;

/** The money's time has not come. */
export const waitingReasons = [
  'WAITS_FOR_PAYMENT',
  'WAITS_FOR_DELIVERY',
  'WAITS_FOR_CONFIRMATION',
  'NOT_MATURED',
  'NOT_SETTLED_BY_PROVIDER',
  'SETTLEMENT_DISPUTED',
  'WAITS_FOR_MATURING',
  'WAITS_FOR_STATEMENT',
  'IN_RESERVE',
  'CARRIED',
] as const;

/** Where a payout is, and what came of it; a failure by who can make it succeed. */
export const payoutReasons = [
  'WAITS_FOR_APPROVAL',
  'WAITS_FOR_DISPATCH',
  'BEING_SENT',
  'AT_THE_BANK',
  'SCHEDULED_AT_THE_BANK',
  'OUTCOME_UNKNOWN',
  'OUTCOME_PARKED',
  'NEVER_MADE',
  'PAID',
  'FAILED_RETRY',
  'FAILED_SELLER_MUST_ACT',
  'FAILED_TERMINAL',
  'RETURNED_BY_BANK',
] as const;

/** Money that no longer goes to the seller. */
export const lostReasons = ['CANCELED', 'OWED_BY_SELLER'] as const;

export type SellerReason = (typeof sellerReasons)[number];
export type GateReason = (typeof gateReasons)[number];
export type HoldReason = (typeof holdReasons)[number];
export type ReasonCode =
  | SellerReason
  | GateReason
  | HoldReason
  | (typeof waitingReasons)[number]
  | (typeof payoutReasons)[number]
  | (typeof lostReasons)[number];

export const reasonCodes: readonly ReasonCode[] = [
  ...sellerReasons,
  ...gateReasons,
  ...holdReasons,
  ...waitingReasons,
  ...payoutReasons,
  ...lostReasons,
];

/** A code that an operator made up for a hold. It has no words of its own: it is told as SELLER_HOLD. */
export type OperatorReason = string & { readonly namedBy: 'operator' };
export const operatorReason = (code: string): OperatorReason => code as OperatorReason;

/** What a decision to leave money where it is can say. */
export type StoredReason = ReasonCode | OperatorReason;

const known: ReadonlySet<string> = new Set(reasonCodes);
/** The words' code of a reason as it was stored: its own, or that of a hold which an operator named. */
export const reasonOf = (stored: string): ReasonCode => (known.has(stored) ? (stored as ReasonCode) : 'SELLER_HOLD');

/** Who can make a failed payout succeed: time, the seller, or nobody. */
export const failureReason = {
  retry: 'FAILED_RETRY',
  seller_must_act: 'FAILED_SELLER_MUST_ACT',
  terminal: 'FAILED_TERMINAL',
} as const satisfies Record<string, ReasonCode>;
