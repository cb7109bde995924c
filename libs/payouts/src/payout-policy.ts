import type { Calendar } from '@jeongsan/calendar';

/** What the platform decides about paying, as configured. Amounts in won. */
export type PayoutPolicy = Readonly<{
  calendar: Calendar;
  /** A run above this needs a second person. */
  approvalThreshold: bigint;
  /** Less than this is carried to the next statement. */
  minimumPayout: bigint;
  /** The most a seller under review may get within a week (document 2 section 3.1). */
  weeklyLimit: bigint;
  /** A seller under review is told when this much of the limit is used or due; 80 unless told. */
  weeklyLimitWarnPercent?: number;
  /** Asia/Seoul time of day at which an approved run is sent, HH:mm:ss. */
  dispatchAt: string;
  /** How long an unanswered batch is left alone before the provider's listing counts as evidence. */
  settleSeconds: number;
  /** Real time after which a batch that is "being sent" by nobody is unanswered. */
  sendingTimeoutSeconds: number;
  /** The text on a seller's bank statement, at most 7 characters (document 2 section 2.9). */
  transactionDescription: string;
  /** Payouts in one request; as many as the provider takes unless told. */
  payoutsPerRequest?: number;
  /** Whether a seller whose tax invoice is overdue is held; off unless told. */
  taxInvoiceGate?: boolean;
}>;
