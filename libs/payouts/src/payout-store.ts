import type { EventData, EventName, JobData, JobName } from '@jeongsan/messaging';
import type { Posting } from '@jeongsan/ledger';
import type { BatchState, PayoutRunState, PayoutState } from '@jeongsan/state-machines';
import type { Batch, BatchChange, BatchHead, Claim, Listing, NewBatch, OpenBatch } from './batch.js';
import type { DispatchControls } from './dispatch-controls.js';
import type { Payout, PayoutMove } from './payout.js';
import type { GateFacts } from './payout-gates.js';
import type { RunContent } from './run-content.js';

/** The decisions of dispatch, by name: for traces, and for tests that make one fail. */
export type Decision = 'start-dispatch' | 'freeze' | 'claim' | 'record' | 'conclude' | 'observe' | 'poll';

/**
 * Where payouts are kept. Each decision is one transaction: all of it happens or nothing does, and `work` may be repeated.
 * The reads beside it are no decision: what they say may have changed a moment later, and a decision asks again.
 */
export interface PayoutStore {
  transaction<T>(decision: Decision, work: (book: PayoutBook) => Promise<T>): Promise<T>;
  /** What frozen batches promise of the provider's balance without its showing there yet, in won. */
  promised(): Promise<bigint>;
  /** Whether this claim is still the current one. Throws DispatchHalted when it is, and all sending is stopped. */
  holdsFence(claim: Claim): Promise<boolean>;
  /** The batch when its outcome is unknown and a look at the listing is due. */
  openBatch(batchId: string, now: Date): Promise<OpenBatch | null>;
  /** Our payout of that reference. */
  ownPayout(refPayoutId: string): Promise<Readonly<{ amount: bigint; state: PayoutState }> | null>;
}

export type Run = Readonly<{ id: string; state: PayoutRunState; contentHash: string }>;
export type SellerFacts = GateFacts & { accountFingerprint: string | null };
/** A payout of a batch, and its seller as it is now; null: there is none any more. The week is not asked: it counts the batch already. */
export type Recipient = Readonly<{
  payout: Pick<Payout, 'account_fingerprint' | 'amount'>;
  seller: SellerFacts | null;
}>;

/** What people are told about a whole run. */
export type RunAlert = 'payout-run.waiting-for-balance' | 'payout-run.blocked';
type EventOf<N extends EventName> = Readonly<{ entityId: string; data: EventData<N> }>;
type JobOptions = Readonly<{ runAt?: Date; dedupeKey?: string }>;
/** An open batch or run that nothing moves on. */
export type Stuck<S extends string> = Readonly<{ id: string; state: S }>;

/** Everything one decision may read and write. What it reads to decide by is locked until it ends. */
export interface PayoutBook {
  newId(): string;
  /** The switch and the limits. */
  readonly controls: DispatchControls;

  /** Locks the run. */
  run(runId: string): Promise<Run>;
  runContent(runId: string): Promise<RunContent>;
  beginDispatch(runId: string): Promise<void>;
  /** Stops the whole run and says so to people; does nothing to one that cannot be stopped any more. */
  stopRun(runId: string, detail: string, now: Date): Promise<void>;
  /** Closes the run when every payout of it has come to an end. */
  closeRunIfDone(runId: string, now: Date): Promise<void>;

  /**
   * Up to `max` reserved payouts of a run that is being dispatched, none of a stopped one, in the order of their ids and none before
   * `from`. Locked; those held by another are passed over.
   */
  reservedPayouts(runId: string, max: number, from: string | null): Promise<Payout[]>;
  /** Locks these payouts' sellers, then tells what the gates ask of each. The payouts themselves do not count against limits. */
  sellerFacts(payouts: readonly Payout[], now: Date): Promise<ReadonlyMap<string, SellerFacts>>;
  /** Whom a batch pays. Not locked: a change that comes a moment later comes too late. */
  recipients(batchId: string, now: Date): Promise<readonly Recipient[]>;
  /** Locks the payouts. */
  payouts(ids: readonly string[]): Promise<ReadonlyMap<string, Payout>>;
  /** Writes the new states, what was learned, and the batch that a payout goes out in. */
  writeMoves(moves: readonly PayoutMove[], now: Date): Promise<void>;
  post(postings: readonly Posting[]): Promise<void>;
  /** Tells consumers. */
  announce(moves: readonly PayoutMove[], now: Date): Promise<void>;
  /** Other news for consumers. Nothing happens for none. */
  emit<N extends EventName>(type: N, events: readonly EventOf<N>[], now: Date): Promise<void>;
  /** Tells people about a run; the very same thing is told once. */
  alertRun<N extends RunAlert>(type: N, data: EventData<N>, now: Date): Promise<void>;
  /** How many other statements of its seller came back from its account in class `retry`, since one was paid there. */
  failuresBefore(payout: Payout): Promise<number>;
  /** Keeps all of the seller's money until somebody acts. `account`: the fingerprint of the one that was refused. */
  holdSeller(sellerId: string, reason: string, detail: string, now: Date, account?: string): Promise<void>;
  /** What of a run is reserved and in no batch, in won. */
  reservedAmount(runId: string): Promise<bigint>;

  /** Puts batches on record and their payouts into them; those that are still reserved join with the step that submits them. */
  insertBatches(batches: readonly NewBatch[], now: Date): Promise<void>;
  /** Locks the batch; null when there is none. */
  batch(id: string): Promise<Batch | null>;
  /** The same without what was frozen: whoever claimed the batch has that. */
  batchHead(id: string): Promise<BatchHead | null>;
  /** The prepared half of a refused batch that waits for this one, locked; null when there is none. */
  waitingFor(batchId: string): Promise<Batch | null>;
  changeBatch(id: string, change: BatchChange): Promise<void>;
  /** Keeps a listing in which payouts of the batch were looked for in vain: the evidence for what is done about them. */
  recordListing(batchId: string, listing: Listing, now: Date): Promise<void>;

  enqueue<N extends JobName>(job: N, data: JobData<N>, now: Date, options?: JobOptions): Promise<void>;
  enqueueAll<N extends JobName>(job: N, jobs: readonly (JobOptions & { data: JobData<N> })[], now: Date): Promise<void>;

  /**
   * Provider ids of payouts on their way of which nothing was heard since, nor were they given here: the longest waiting first, and
   * everyone in turn, however many wait.
   */
  unheardOf(since: Date, max: number, now: Date): Promise<string[]>;
  stuckBatches(since: Date, max: number): Promise<Stuck<BatchState>[]>;
  /** Runs that are approved, or have money still reserved, and no open promise to send it or to give it back. */
  abandonedRuns(max: number): Promise<Stuck<PayoutRunState>[]>;
}
