import type { Calendar } from '@jeongsan/calendar';
import type { DispatchLimits } from './dispatch-controls.js';

/** Configuration of payouts. Amounts in won. */
export type PayoutPolicy = Readonly<{
  calendar: Calendar;
  /**
   * Runs up to this amount are approved without a person, unless one of their payouts is an outlier; null: a person approves
   * every run.
   */
  selfApproveUpTo: bigint | null;
  /** A payout is an outlier when its amount exceeds `factor` times the average of the seller's last `payouts` payouts. */
  outliers?: Readonly<{ factor: number; payouts: number }>;
  /** A smaller amount is carried over to the next statement. */
  minimumPayout: bigint;
  /** The most that a seller under review (state `limited`) may be paid within a week (document 2 section 3.1). */
  weeklyLimit: bigint;
  /** A seller under review is notified when this share of the weekly limit is used or due. Default: 80. */
  weeklyLimitWarnPercent?: number;
  /** Asia/Seoul time of day at which an approved run is sent, HH:mm:ss. */
  dispatchAt: string;
  /** Settle delay in platform time: for so many seconds after an unanswered request, the provider's listing is not evidence. */
  settleSeconds: number;
  /**
   * The settle delay in real time, by the database's clock: a platform clock that jumps ahead must not shorten the delay. Omit
   * where the platform's clock is simulated and runs faster than real time.
   */
  realSettleSeconds?: number;
  /** Real seconds after which a batch in `sending` without an answer counts as unanswered. */
  sendingTimeoutSeconds: number;
  /** The text on a seller's bank statement, at most 7 characters (document 2 section 2.9). */
  transactionDescription: string;
  /** The most payouts of one batch. Default: the provider's limit. */
  payoutsPerRequest?: number;
  /** The most batches that one transaction freezes. Default: 1. */
  batchesPerFreeze?: number;
  /** Whether a seller with an overdue tax invoice is held. Default: false. */
  taxInvoiceGate?: boolean;
  /** Limits that stop a run until a second person lets the run pass. Default: none. */
  limits?: DispatchLimits;
}>;
