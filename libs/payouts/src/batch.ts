import type { BatchState, PayoutRunState } from '@jeongsan/state-machines';

/** When the provider pays a batch out. Frozen with it: a batch is never moved to another day, only refused and frozen anew. */
export type Schedule = Readonly<{ type: 'EXPRESS' | 'SCHEDULED'; date: string }>;

/** One payout of a frozen batch, as the provider's interface has it. Its reference is our payout id. */
export type FrozenPayout = {
  refPayoutId: string;
  destination: string;
  scheduleType: Schedule['type'];
  payoutDate: string | null;
  amount: { currency: 'KRW'; value: number };
  transactionDescription: string;
};

/** A batch as it is put on record, before its first byte is sent. Its id is its Idempotency-Key. */
export type NewBatch = Readonly<{
  id: string;
  runId: string;
  schedule: Schedule;
  items: readonly FrozenPayout[];
  bodyHash: string;
  /** The code of a refusal that named none of its payouts: one of them, or of the half that waits for this one, is the cause. */
  suspectedOf?: string;
  /** The half that is sent before this one, and decides by its fate what becomes of this one. */
  waitsFor?: string | null;
}>;

/** A batch on record, without its frozen payouts. */
export type BatchHead = Readonly<{
  id: string;
  runId: string;
  runState: PayoutRunState;
  state: BatchState;
  /** The number of the sender that claimed it last. A sender with another number may not write a byte or record an answer. */
  fence: bigint;
  idempotencyKey: string;
  schedule: Schedule;
  suspectedOf: string | null;
  absentListings: number;
  /** Real seconds since its sender claimed it; null: it was never claimed. */
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

/** Another sender took the batch over. */
export class FenceLost extends Error {
  override name = 'FenceLost';
  constructor(batchId: string) {
    super(`Batch ${batchId} was taken over by another sender`);
  }
}

/** What changes about a batch; a member that is left out stays. The store knows real time. */
export type BatchChange = Readonly<{
  state: BatchState;
  fence?: bigint;
  rejectionCode?: string;
  absentListings?: number;
  /** Platform time of the next look at the provider's listing; null: no further look is needed. */
  resolveAt?: Date | null;
  /** The moment to stamp, in real time. */
  stamp?: 'sent' | 'answered';
}>;

/** A batch whose outcome is unknown and due for a look, with its payouts that are still unknown. */
export type OpenBatch = Readonly<{
  id: string;
  runId: string;
  payoutDate: string;
  absentListings: number;
  /** Real seconds since its outcome was recorded as unknown. */
  unknownForSeconds: number;
  unknown: readonly string[];
  /** Payouts that an earlier listing, taken after its settle delay, lacked. */
  lackedBefore: readonly string[];
  /** An earlier search for one of them found nothing, or the provider says that its reference was used: the date may be wrong. */
  wasLookedFor: boolean;
}>;

/** One complete listing of a window of payout dates, and which payouts of the batch it lacked. `number`: the first or second look. */
export type Listing = Readonly<{
  number: number;
  from: string;
  to: string;
  listed: number;
  absent: readonly string[];
}>;
