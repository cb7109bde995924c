import type { PayoutRunState } from '@jeongsan/state-machines';
import type { FrozenPayout } from './frozen-payout.js';

/** When the provider pays a batch out. Frozen with it: a batch is never moved to another day, only refused and frozen anew. */
export type Schedule = Readonly<{ type: 'EXPRESS' | 'SCHEDULED'; date: string }>;

export type AttemptState = 'prepared' | 'sending' | 'accepted' | 'rejected' | 'unknown' | 'resolved';

/** A batch as it is put on record, before its first byte is sent. Its id is its Idempotency-Key. */
export type NewAttempt = Readonly<{
  id: string;
  runId: string;
  schedule: Schedule;
  items: readonly FrozenPayout[];
  bodyHash: string;
  /** The code of a refusal that named none of its items: one of them, or of the half that waits for it, is the cause. */
  suspectedOf?: string;
  /** The half that is sent before this one, and tells by its fate what becomes of it. */
  waitsFor?: string | null;
}>;

/** A batch on record, and what its run has come to. */
export type Attempt = AttemptHead & Readonly<{ items: readonly FrozenPayout[]; bodyHash: string }>;

/** The same without what was frozen in it. */
export type AttemptHead = Readonly<{
  id: string;
  runId: string;
  runState: PayoutRunState;
  state: AttemptState;
  fence: bigint;
  idempotencyKey: string;
  schedule: Schedule;
  suspectedOf: string | null;
  absentListings: number;
  /** Real seconds since its sender claimed it; null while nobody has. */
  silentForSeconds: number | null;
}>;

/** What may change about a batch; what is left out stays. Real times are the store's to tell. */
export type AttemptChange = Readonly<{
  state?: AttemptState;
  fence?: bigint;
  rejectionCode?: string;
  absentListings?: number;
  /** Platform time of the next look at the provider's listing; null: none is needed any more. */
  resolveAt?: Date | null;
  /** Stamps the moment, in real time. */
  stamp?: 'sent' | 'answered';
}>;

/** A batch whose outcome is unknown and due for a look, with the payouts that are still unknown. */
export type OpenAttempt = Readonly<{
  id: string;
  runId: string;
  payoutDate: string;
  absentListings: number;
  /** Real seconds since its outcome was recorded as unknown. */
  unknownForSeconds: number;
  unknown: readonly string[];
  /** One of them was looked for before in vain, or the provider says that its reference was used: the date may be wrong. */
  wasLookedFor: boolean;
}>;

/** One complete listing of a window of payout dates, and what it lacked of a batch. `number`: the first or the second look. */
export type Listing = Readonly<{
  number: number;
  from: string;
  to: string;
  listed: number;
  absent: readonly string[];
}>;
