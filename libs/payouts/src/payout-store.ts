import type { EventData, EventName, JobData, JobName } from '@jeongsan/messaging';
import type { Posting } from '@jeongsan/ledger';
import type { BatchState, PayoutRunState, PayoutState } from '@jeongsan/state-machines';
import type { Batch, BatchChange, BatchHead, Claim, Listing, NewBatch, OpenBatch } from './batch.js';
import type { DispatchControls } from './dispatch-controls.js';
import type { Payout, PayoutMove } from './payout.js';
import type { GateFacts } from './payout-gates.js';
import type { RunContent } from './run-content.js';

/** The decisions of dispatch by name: used in traces, and by tests that make one decision fail. */
export type Decision = 'start-dispatch' | 'freeze' | 'claim' | 'record' | 'conclude' | 'observe' | 'poll';

/**
 * Port to the stored payouts. Each decision is one transaction, and `work` may be called more than once (retry after a
 * serialization failure). The reads outside a transaction may be stale: a decision reads again under locks.
 */
export interface PayoutStore {
  transaction<T>(decision: Decision, work: (records: PayoutRecords) => Promise<T>): Promise<T>;
  /** Won in frozen batches that the provider's balance does not show as taken yet. */
  inFlight(): Promise<bigint>;
  /**
   * Renews a sender's claim on its batch: from now on, the sender has the whole of `sendingTimeoutSeconds` before another one
   * may take the batch over. False: the claim is no longer the current one. Throws DispatchHalted when it is, but all sending
   * is stopped.
   */
  renewClaim(claim: Claim): Promise<boolean>;
  /** The batch, when its outcome is unknown and the next look at the listing is due; otherwise null. */
  openBatch(batchId: string, now: Date): Promise<OpenBatch | null>;
  /** Our payout with this reference; null: none. */
  ownPayout(refPayoutId: string): Promise<Readonly<{ amount: bigint; state: PayoutState }> | null>;
}

export type Run = Readonly<{ id: string; state: PayoutRunState; contentHash: string }>;
export type SellerFacts = GateFacts & { accountFingerprint: string | null };
/**
 * A payout of a batch, and its seller as of now (null: no longer exists). `paidThisWeek` is 0 here: the week already counts
 * this batch.
 */
export type Recipient = Readonly<{
  payout: Pick<Payout, 'account_fingerprint' | 'amount'>;
  seller: SellerFacts | null;
}>;

/** Alerts about a whole run. */
export type RunAlert = 'payout-run.waiting-for-balance' | 'payout-run.blocked';
type EventOf<N extends EventName> = Readonly<{ entityId: string; data: EventData<N> }>;
type JobOptions = Readonly<{ runAt?: Date; dedupeKey?: string }>;
/** An open batch or run that has no job to advance it. */
export type Stuck<S extends string> = Readonly<{ id: string; state: S }>;

/**
 * Everything that one decision reads and writes, in one transaction. Rows that decide are locked until the transaction ends.
 */
export interface PayoutRecords {
  newId(): string;
  /** The halt switch and the limits. */
  readonly controls: DispatchControls;

  /** Locks the run. */
  run(runId: string): Promise<Run>;
  runContent(runId: string): Promise<RunContent>;
  beginDispatch(runId: string): Promise<void>;
  /** Stops the whole run and alerts people; does nothing when the run can no longer be stopped. */
  stopRun(runId: string, detail: string, now: Date): Promise<void>;
  /** Closes the run when all its payouts are finished. */
  closeRunIfDone(runId: string, now: Date): Promise<void>;

  /**
   * Up to `max` reserved payouts of a run that is being dispatched and not stopped, in the order of their ids, beginning with
   * `from`. Locks them; skips payouts that another transaction has locked.
   */
  reservedPayouts(runId: string, max: number, from: string | null): Promise<Payout[]>;
  /**
   * Locks the sellers of these payouts and returns the facts that the gates need, by seller id. `paidThisWeek` does not include
   * these payouts.
   */
  sellerFacts(payouts: readonly Payout[], now: Date): Promise<ReadonlyMap<string, SellerFacts>>;
  /** The payouts and sellers of a batch, read without locks: a change after this read is too late for the batch. */
  recipients(batchId: string, now: Date): Promise<readonly Recipient[]>;
  /** Locks the payouts. */
  payouts(ids: readonly string[]): Promise<ReadonlyMap<string, Payout>>;
  /** Stores the new states of payouts, the facts learned in each step, and the batch that a payout joins. */
  writeMoves(moves: readonly PayoutMove[], now: Date): Promise<void>;
  post(postings: readonly Posting[]): Promise<void>;
  /** Emits payout events for consumers. */
  announce(moves: readonly PayoutMove[], now: Date): Promise<void>;
  /** Emits other events; an empty list emits none. */
  emit<N extends EventName>(type: N, events: readonly EventOf<N>[], now: Date): Promise<void>;
  /** Alerts people about a run; an identical alert is emitted only once. */
  alertRun<N extends RunAlert>(type: N, data: EventData<N>, now: Date): Promise<void>;
  /** How many other statements of the seller failed with class `retry` on the same account since the last paid one. */
  failuresBefore(payout: Payout): Promise<number>;
  /** Holds all money of the seller until the hold is released. `account`: fingerprint of the account that failed. */
  holdSeller(sellerId: string, reason: string, detail: string, now: Date, account?: string): Promise<void>;
  /** Won of a run that are reserved and in no batch. */
  reservedAmount(runId: string): Promise<bigint>;

  /** Stores batches and links their payouts. A payout that is still `reserved` is linked by the step that submits it. */
  insertBatches(batches: readonly NewBatch[], now: Date): Promise<void>;
  /** Locks the batch; null: no such batch. */
  batch(id: string): Promise<Batch | null>;
  /** As `batch`, without the frozen payouts: for a sender that has them from its claim. */
  batchHead(id: string): Promise<BatchHead | null>;
  /** The other half of a split batch, `prepared` and waiting for this batch. Locks that half; null: none. */
  waitingFor(batchId: string): Promise<Batch | null>;
  changeBatch(id: string, change: BatchChange): Promise<void>;
  /** Stores a listing that lacked payouts of the batch: the evidence for sending them again. */
  recordListing(batchId: string, listing: Listing, now: Date): Promise<void>;

  enqueue<N extends JobName>(job: N, data: JobData<N>, now: Date, options?: JobOptions): Promise<void>;
  enqueueAll<N extends JobName>(job: N, jobs: readonly (JobOptions & { data: JobData<N> })[], now: Date): Promise<void>;

  /**
   * Provider ids of payouts in transit without news since `since` that were not returned by this method since then. Longest
   * wait first, so that every payout has its turn.
   */
  unheardOf(since: Date, max: number, now: Date): Promise<string[]>;
  stuckBatches(since: Date, max: number): Promise<Stuck<BatchState>[]>;
  /** Runs that are approved, or still have reserved money, without an open job to dispatch or release them. */
  abandonedRuns(max: number): Promise<Stuck<PayoutRunState>[]>;
}
