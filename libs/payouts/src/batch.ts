import type { BatchState, PayoutRunState } from '@jeongsan/state-machines';

/**
 * When the provider pays a batch. Frozen with the batch: a batch never moves to another day; it is refused, and its payouts are
 * frozen anew.
 */
export type Schedule = Readonly<{ type: 'EXPRESS' | 'SCHEDULED'; date: string }>;

/** One payout of a frozen batch, in the form of the provider's API. `refPayoutId` is our payout id. */
export type FrozenPayout = {
  refPayoutId: string;
  destination: string;
  scheduleType: Schedule['type'];
  payoutDate: string | null;
  amount: { currency: 'KRW'; value: number };
  transactionDescription: string;
};

/** A batch as stored before its first byte is sent. `id` is also the Idempotency-Key. */
export type NewBatch = Readonly<{
  id: string;
  runId: string;
  schedule: Schedule;
  items: readonly FrozenPayout[];
  bodyHash: string;
  /**
   * The code of an earlier refusal that named no payout: a payout of this batch, or of the other half of the split batch,
   * caused that refusal.
   */
  suspectedOf?: string;
  /** The first half of the split batch: this second half is not sent until the outcome of the first half is known. */
  waitsFor?: string | null;
}>;

/** A stored batch without its frozen payouts. */
export type BatchHead = Readonly<{
  id: string;
  runId: string;
  runState: PayoutRunState;
  state: BatchState;
  /** The number of the latest claim. A sender with another number may not write a byte of the request or record its answer. */
  fence: bigint;
  idempotencyKey: string;
  schedule: Schedule;
  suspectedOf: string | null;
  absentListings: number;
  /** Real seconds since the batch was claimed; null: never claimed. */
  silentForSeconds: number | null;
}>;

export type Batch = BatchHead & Readonly<{ items: readonly FrozenPayout[]; bodyHash: string }>;

/** The claim of one sender on one batch. */
export type Claim = Readonly<{
  batchId: string;
  runId: string;
  fence: bigint;
  idempotencyKey: string;
  items: readonly FrozenPayout[];
}>;

/** Thrown when another sender took the batch over: the answer of the first sender is dropped. */
export class FenceLost extends Error {
  override name = 'FenceLost';
  constructor(batchId: string) {
    super(`Batch ${batchId} was taken over by another sender`);
  }
}

/**
 * The changed members of a batch; an omitted member keeps its value. The store sets real-time stamps by the database's clock.
 */
export type BatchChange = Readonly<{
  state: BatchState;
  fence?: bigint;
  rejectionCode?: string;
  absentListings?: number;
  /** Platform time of the next look at the provider's listing; null: no further look is needed. */
  resolveAt?: Date | null;
  /** Which moment to record, by the database's clock: the start of sending, or the answer. */
  stamp?: 'sent' | 'answered';
}>;

/** A batch whose outcome is unknown and whose next look at the listing is due, with its payouts that are still unknown. */
export type OpenBatch = Readonly<{
  id: string;
  runId: string;
  payoutDate: string;
  absentListings: number;
  /** Real seconds since the outcome was recorded as unknown. */
  unknownForSeconds: number;
  unknown: readonly string[];
  /** Payouts that an earlier listing lacked, where that listing was read after the settle delay. */
  lackedBefore: readonly string[];
  /**
   * The payout date may be wrong: an earlier search for a payout of this batch found nothing, or the provider says that the
   * reference was used before.
   */
  wasLookedFor: boolean;
}>;

/**
 * One complete listing of a window of payout dates, and the payouts of the batch that it lacked. `number`: 1 for the first
 * look, 2 for the second, and so on.
 */
export type Listing = Readonly<{
  number: number;
  from: string;
  to: string;
  listed: number;
  absent: readonly string[];
}>;
