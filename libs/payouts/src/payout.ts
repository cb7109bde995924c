import type { Output } from '@jeongsan/http-contract';
import type { getPayout } from '@jeongsan/provider-contract';
import type { PayoutEvent, PayoutState } from '@jeongsan/state-machines';
import type { NewBatch, Schedule } from './batch.js';
import type { FailureClass } from './failure-class.js';

/** One payment of ours to one seller: its own id is the reference that the provider knows it by, for ever. Amount in won. */
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
  /** As last frozen; null before. */
  schedule_type: Schedule['type'] | null;
  payout_date: string | null;
  /** The day of its statement, on which it is meant to be paid. */
  due_on: string;
  /** The provider refused every day before this one. */
  not_before: string | null;
  /** How often its outcome was unknown and two listings lacked it; how often it was named as a duplicate then. */
  absent_rounds: number;
  duplicate_rounds: number;
};

/** What is learned together with an event. */
export type PayoutNews = {
  providerPayoutId?: string;
  providerStatus?: string;
  /** When the provider got the request: from then on it counts against the seller's week. */
  requestedAt?: Date;
  failureCode?: string;
  failureClass?: FailureClass;
  notBefore?: string;
  absentRounds?: number;
  duplicateRounds?: number;
};
/** `batch`: the one the payout goes out in, from this step on. */
export type PayoutStep = PayoutNews & { id: string; event: PayoutEvent; batch?: Pick<NewBatch, 'id' | 'schedule'> };

/** A step that was found to move its payout; `payout` is in its new state. */
export type PayoutMove = Readonly<{ step: PayoutStep; payout: Payout; isFinished: boolean }>;

/** A payout as the provider shows it. */
export type ProviderPayout = Output<typeof getPayout>['entityBody'];
