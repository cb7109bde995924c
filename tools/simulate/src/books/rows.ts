import type { FailureClass, FrozenPayout, Payout, Schedule } from '@jeongsan/payouts';
import type { JobName } from '@jeongsan/messaging';
import type { BatchState, PayoutRunState, SellerState } from '@jeongsan/state-machines';

/** The tables of the platform that dispatch uses. Platform times in milliseconds, unless stated otherwise. */
export type RunRow = { readonly id: string; state: PayoutRunState; contentHash: string; approvals: number };

export type PayoutRow = Payout & {
  batchId: string | null;
  submittedAt: number | null;
  observedAt: number;
  failureCode: string | null;
  failureClass: FailureClass | null;
  finishedAt: number | null;
};

export type BatchRow = {
  readonly id: string;
  readonly runId: string;
  state: BatchState;
  fence: bigint;
  readonly items: readonly FrozenPayout[];
  readonly bodyHash: string;
  readonly schedule: Schedule;
  readonly suspectedOf: string | null;
  readonly waitsFor: string | null;
  absentListings: number;
  /** Numbers of the recorded listings. */
  listings: readonly number[];
  /** Payouts that these listings lacked. */
  lacked: readonly string[];
  rejectionCode: string | null;
  resolveAt: number | null;
  readonly createdAt: number;
  /** True time of the claim. */
  sentAt: number | null;
  /** True time at which the outcome was recorded. */
  answeredAt: number;
};

export type SellerRow = {
  readonly id: string;
  readonly providerSellerId: string;
  state: SellerState;
  accountFingerprint: string;
  /** The account was replaced recently, and no person has confirmed the new one. */
  accountWaits: boolean;
};

export type HoldRow = { readonly sellerId: string; readonly reason: string; isOpen: boolean };

export type OutboxRow = {
  readonly id: number;
  readonly job: JobName;
  readonly data: Readonly<Record<string, string>>;
  readonly runAt: number;
  readonly dedupeKey: string | null;
  isDone: boolean;
  /** Why the job is not retried automatically. */
  dead: string | null;
  attemptsMade: number;
};

/** An event about a payout, as consumers get it. */
export type EventRow = { readonly payoutId: string; readonly sequence: number; readonly status: string };

export const isOpenJob = (row: OutboxRow): boolean => !row.isDone && row.dead === null;
