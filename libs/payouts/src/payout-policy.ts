import type { Calendar } from '@jeongsan/calendar';
import type { DispatchLimits } from './dispatch-controls.js';

/** What the platform decides about paying, as configured. Amounts in won. */
export type PayoutPolicy = Readonly<{
  calendar: Calendar;
  /** A run up to this may approve itself, unless one of its payouts stands out; null: a person approves every run. */
  selfApproveUpTo: bigint | null;
  /** When a payout stands out: above so many times the average of the seller's last ones. */
  outliers?: Readonly<{ factor: number; payouts: number }>;
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
  /**
   * The same in real time, by the database's clock: a machine whose own clock jumps ahead must not shorten it. Left out where the
   * platform's clock is a controlled one and runs faster than the world.
   */
  realSettleSeconds?: number;
  /** Real time after which a batch that is "being sent" by nobody is unanswered. */
  sendingTimeoutSeconds: number;
  /** The text on a seller's bank statement, at most 7 characters (document 2 section 2.9). */
  transactionDescription: string;
  /** The most payouts of one batch; as many as the provider takes unless told. */
  payoutsPerRequest?: number;
  /** The most batches that one decision freezes; one unless told. */
  batchesPerFreeze?: number;
  /** Whether a seller whose tax invoice is overdue is held; off unless told. */
  taxInvoiceGate?: boolean;
  /** What keeps a run until somebody lets it pass; nothing unless told. */
  limits?: DispatchLimits;
}>;
