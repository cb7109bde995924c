/** Kinds of work that waits for a person, over all services: what the console lists under Today. */
export const needKinds = [
  'RUN_TO_APPROVE',
  'RUN_KEPT',
  'SENDING_STOPPED',
  'FINDING',
  'BALANCE_SHORT',
  'BREAK',
  'UNALLOCATED_PAYMENT',
  'ASSUMED_CANCEL',
  'ACCOUNT_CHANGE',
  'PARKED_PAYOUT',
  'FAILED_PAYOUT',
  'OVERDUE_INVOICE',
  'FAILED_MAIL',
  'PAYMENT_DEADLINE',
  'CASH_SHORT',
  'PROOF_MISSING',
  'DEAD_JOB',
] as const;
export type NeedKind = (typeof needKinds)[number];
