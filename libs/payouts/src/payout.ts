import type { Answer } from '@jeongsan/provider-contract';
import type { PayoutEvent, PayoutState } from '@jeongsan/state-machines';
import type { NewBatch, Schedule } from './batch.js';
import type { FailureClass } from './failure-class.js';

/** One payment to one seller. Its id is the reference at the provider for ever. Amount in won. */
export type Payout = {
  id: string;
  ref_payout_id: string;
  run_id: string;
  seller_id: string;
  provider_seller_id: string;
  account_fingerprint: string;
  amount: bigint;
  state: PayoutState;
  provider_payout_id: string | null;
  /** The schedule of the last freeze; null: never frozen. */
  schedule_type: Schedule['type'] | null;
  payout_date: string | null;
  /** The date of its statement, on which the payout should be paid. */
  due_on: string;
  /** The provider refused every date before this one. */
  not_before: string | null;
  /**
   * `absent_rounds`: how often the outcome was unknown and two listings lacked the payout. `duplicate_rounds`: how often the
   * provider named the reference as a duplicate.
   */
  absent_rounds: number;
  duplicate_rounds: number;
};

/** Facts that are stored together with an event. */
export type PayoutNews = {
  providerPayoutId?: string;
  providerStatus?: string;
  /** When the provider received the request: from then on the payout counts against the seller's weekly limit. */
  requestedAt?: Date;
  failureCode?: string;
  failureClass?: FailureClass;
  notBefore?: string;
  absentRounds?: number;
  duplicateRounds?: number;
};
/** `batch`: the batch that the payout joins with this step. */
export type PayoutStep = PayoutNews & { id: string; event: PayoutEvent; batch?: Pick<NewBatch, 'id' | 'schedule'> };

/** A step that changes its payout; `payout` has its new state. */
export type PayoutMove = Readonly<{ step: PayoutStep; payout: Payout; isFinished: boolean }>;

/** A payout as the provider's API returns it. */
export type ProviderPayout = Answer<'getPayout'>['entityBody'];
