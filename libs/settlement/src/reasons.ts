/**
 * Every reason code for money that is not with its seller. Code that decides about money takes its reasons from this file, and
 * `reasonWords` has a text for each: a new reason without a text does not compile.
 */

/** The seller's state does not allow payouts. */
export const sellerReasons = [
  'SELLER_UNKNOWN',
  'ACCOUNT_NOT_VERIFIED',
  'REGISTRATION_PENDING',
  'REGISTRATION_REFUSED',
  'IDENTITY_CHECK_REQUIRED',
  'KYC_REQUIRED',
  'SELLER_CLOSED',
] as const;

/** Payable money that a gate kept out of a payout. */
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

/** Holds that the platform places, and SELLER_HOLD for all holds that an operator named. */
export const holdReasons = ['ACCOUNT_REJECTED', 'PAYOUT_REFUSED', 'PROVIDER_DIFFERS', 'SELLER_HOLD'] as const;

/** Money that is not payable yet. */
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

/** The state of a payout; a failure by its failure class. */
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
  'FAILED_REISSUED',
  'WAITS_FOR_FUNDS',
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

/** A code that an operator chose for a hold. Shown with the text of SELLER_HOLD. */
export type OperatorReason = string & { readonly namedBy: 'operator' };
export const operatorReason = (code: string): OperatorReason => code as OperatorReason;

/** A reason that may be stored with a decision not to pay. */
export type StoredReason = ReasonCode | OperatorReason;

const known: ReadonlySet<string> = new Set(reasonCodes);
/** The reason code whose text explains a stored reason: the code itself, or SELLER_HOLD for a code that an operator chose. */
export const reasonOf = (stored: string): ReasonCode => (known.has(stored) ? (stored as ReasonCode) : 'SELLER_HOLD');

/**
 * The reason code by failure class: `retry`: time alone helps; `seller_must_act`: the seller must act; `terminal`: a person
 * must look.
 */
export const failureReason = {
  retry: 'FAILED_RETRY',
  seller_must_act: 'FAILED_SELLER_MUST_ACT',
  terminal: 'FAILED_TERMINAL',
} as const satisfies Record<string, ReasonCode>;
