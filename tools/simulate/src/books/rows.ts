import type { FailureClass, FrozenPayout, Payout, Schedule } from '@jeongsan/payouts';
import type { JobName } from '@jeongsan/messaging';
import type { BatchState, PayoutRunState, SellerState } from '@jeongsan/state-machines';

/** The platform's tables as far as dispatch reads and writes them. Platform times in milliseconds, unless they say otherwise. */
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
  /** The numbers of the listings that were recorded. */
  listings: readonly number[];
  /** What those listings lacked. */
  lacked: readonly string[];
  rejectionCode: string | null;
  resolveAt: number | null;
  readonly createdAt: number;
  /** True time at which it was claimed. */
  sentAt: number | null;
  /** True time at which its outcome was recorded. */
  answeredAt: number;
};

export type SellerRow = {
  readonly id: string;
  readonly providerSellerId: string;
  state: SellerState;
  accountFingerprint: string;
  /** The account is another one since lately, and nobody has confirmed it. */
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
  /** Why nobody will try again by itself. */
  dead: string | null;
  attemptsMade: number;
};

/** What consumers are told of a payout. */
export type EventRow = { readonly payoutId: string; readonly sequence: number; readonly status: string };

export const isOpenJob = (row: OutboxRow): boolean => !row.isDone && row.dead === null;
