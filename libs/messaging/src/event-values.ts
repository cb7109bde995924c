// Closed lists that events and the platform's contract both name. They stand here because the contract imports this library.

/** Why no registered order fits a payment. */
export const unallocatedReasons = [
  'NO_ORDER',
  'AMOUNT_DIFFERS',
  'FOREIGN_CURRENCY',
  'ORDER_PAID',
  'SPLIT_MISSING',
  'SPLIT_MISMATCH',
  'SPLIT_REFUSED',
] as const;

/**
 * What makes a failed payout succeed later: `retry`: time alone; `seller_must_act`: an act of the seller; `terminal`: nothing,
 * a person must look at the payout.
 */
export const payoutFailureClasses = ['retry', 'seller_must_act', 'terminal'] as const;
export type PayoutFailureClass = (typeof payoutFailureClasses)[number];

/** EXPRESS: paid on the day of sending; SCHEDULED: on the payout's date. */
export const payoutSchedules = ['EXPRESS', 'SCHEDULED'] as const;

/** The limits of a run; a second person can let the run pass each of them. DAY_CAP also ends with the day. */
export const runLimits = ['RUN_CAP', 'DAY_CAP', 'DUPLICATE_RUN'] as const;
export type RunLimit = (typeof runLimits)[number];

export const severities = ['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'] as const;
export type Severity = (typeof severities)[number];

/** PERSON: a person paused the endpoint. FAILING: no event arrived for five days. GONE: the endpoint answered 410. */
export const pauseCauses = ['PERSON', 'FAILING', 'GONE'] as const;
export type PauseCause = (typeof pauseCauses)[number];

// prettier-ignore
/** The codes of all kinds of break; `breakClasses` of the platform's contract defines each of them. */
export const breakCodes = [
  'MISSING_TRANSACTION', 'UNKNOWN_TRANSACTION', 'DUPLICATE_TRANSACTION', 'ORPHAN_CANCEL', 'SWAPPED_KEYS',
  'TRANSACTION_PAYMENT', 'TRANSACTION_SIGN', 'TRANSACTION_CURRENCY', 'TRANSACTION_AMOUNT', 'TRANSACTION_STATUS',
  'FOREIGN_CURRENCY',
  'MISSING_SETTLEMENT', 'OVERDUE_SETTLEMENT', 'UNKNOWN_SETTLEMENT', 'DUPLICATE_SETTLEMENT', 'SETTLEMENT_PAYMENT',
  'SETTLEMENT_SIGN', 'SETTLEMENT_CURRENCY', 'SETTLEMENT_AMOUNT', 'SETTLEMENT_ARITHMETIC', 'SETTLEMENT_FEE',
  'SETTLEMENT_VAT', 'SETTLEMENT_PAYOUT_AMOUNT', 'SETTLEMENT_CHANGED',
  'ORDER_AMOUNT', 'UNALLOCATED',
  'MISSING_PAYOUT', 'UNKNOWN_PAYOUT', 'DUPLICATE_PAYOUT', 'PAYOUT_AMOUNT', 'PAYOUT_STATUS', 'PAYOUT_FEE',
  'MISSING_DEPOSIT', 'UNKNOWN_DEPOSIT', 'DEPOSIT_AMOUNT', 'MISSING_WITHDRAWAL', 'UNKNOWN_WITHDRAWAL',
  'WITHDRAWAL_AMOUNT',
  'BALANCE_PENDING', 'BALANCE_AVAILABLE', 'AUDIT_TRAIL', 'LEDGER',
] as const;
export type BreakClass = (typeof breakCodes)[number];
