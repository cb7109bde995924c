import { contentLine, type Claim, type Decision } from '@jeongsan/payouts';
import { payoutMachine, type PayoutState } from '@jeongsan/state-machines';
import type { Changes, SeenMove } from '../books/books.js';
import { alertOf } from '../books/memory-records.js';
import type { Notes } from '../books/notes.js';
import type { PayoutRow } from '../books/rows.js';
import { type BookedPayout, LIVE, type Wanted } from '../provider/provider-book.js';
import type { Ground } from '../ground.js';
import { restProblem } from './at-rest.js';
import { type Invariant, Violation } from './violation.js';

/** Our states in which a payout's money may be at the bank, or may come there. */
const COMMITTED: ReadonlySet<PayoutState> = new Set(['submitted', 'unknown', 'parked', 'in_transit', 'paid']);
const FREED: ReadonlySet<PayoutState> = new Set(['failed', 'refused', 'released', 'reserved']);
const TOLD: ReadonlySet<PayoutState> = new Set(['in_transit', 'paid', 'failed', 'refused', 'released', 'returned']);

// prettier-ignore
/**
 * The ledger balance of a payout in each state, besides its reservation. Written here a second time on purpose, as an
 * independent check.
 */
const BOOKED = {
  planned: [], reserved: [], submitted: [], unknown: [], parked: [], in_transit: [],
  paid:     ['payout.paid'],
  failed:   ['payout.released'],
  refused:  ['payout.released'],
  released: ['payout.released'],
  returned: ['payout.paid', 'payout.returned'],
} as const satisfies Record<PayoutState, readonly string[]>;
const TEMPLATES = ['payout.paid', 'payout.released', 'payout.returned'] as const;

const CORE: ReadonlySet<string> = new Set<Decision>([
  'start-dispatch',
  'freeze',
  'claim',
  'record',
  'conclude',
  'observe',
  'poll',
]);

/** `isOnTheWay`: whether a request with this reference has been sent and has not arrived at the provider. */
type Surroundings = Ground & { readonly exchange: { isOnTheWay(reference: string): boolean } };
/** Knows both sides' records, and throws a Violation as soon as they cannot both be right. */
export class Oracle {
  violation: Violation | null = null;
  /** The approved content: each payout's line by reference. */
  readonly approved = new Map<string, string>();
  private readonly sent = new Set<string>();
  private isSealed = false;
  /** Payouts that were COMPLETED at some time, whatever their status is now. */
  readonly completed = new Set<string>();

  constructor(private readonly world: () => Surroundings) {}

  require(invariant: Invariant, holds: boolean, detail: string): void {
    if (holds || this.violation !== null) return;
    this.violation = new Violation(invariant, detail);
    this.world().trace.note(`VIOLATION ${this.violation.message}`);
  }

  /** From here on no change has a reason. */
  seal(): void {
    this.isSealed = true;
  }

  /**
   * A transaction is about to be committed; the records already show its changes. `isHolder`: whether its task held the fence
   * before.
   */
  committing(decision: string, changes: Changes, { shown }: Notes, isHolder: boolean): void {
    const mayRecord = decision !== 'record' || isHolder || changes.isEmpty;
    this.require('I16', mayRecord, 'an outcome was recorded by somebody who had lost the batch');
    const mayChange = !this.isSealed || !CORE.has(decision);
    this.require('I17', mayChange || changes.isEmpty, `${decision} changed something that had come to rest`);
    for (const move of changes.moves) {
      this.checkMove(move);
      this.checkFate(decision, move);
      this.checkEvidence(move, shown);
      this.checkNews(move, changes);
      this.checkPostings(move.payout);
    }
  }

  /** A transaction was refused, by the core or by a constraint of the database. */
  refused(error: unknown): void {
    const { name, message } = error as Error;
    this.require('I4', name !== 'Overdraft', message);
    this.require('I7', name !== 'PostingConflict', message);
  }

  /** Bytes are sent to the provider. */
  bytesLeave(claim: Claim | null, key: string | null, wanted: readonly Wanted[]): void {
    const { books } = this.world();
    const batch = claim ? books.batches.get(claim.batchId) : undefined;
    this.require('I17', !this.isSealed, 'an old message made bytes leave');
    this.require('I18', !books.control.isHalted, 'bytes left while all sending was stopped');
    if (!claim || !batch) return this.require('I16', false, 'bytes left that nobody had claimed');
    this.require('I16', books.holdsFence(claim), `batch ${batch.id} was sent by somebody who had lost it`);
    this.require('I16', !this.sent.has(batch.id) && key === batch.id, `batch ${batch.id} was sent twice`);
    this.sent.add(batch.id);
    const frozen = batch.items.map(
      (i) => `${i.refPayoutId}|${i.destination}|${i.amount.value}|${i.scheduleType}|${i.payoutDate}`,
    );
    const written = wanted.map((w) => `${w.ref}|${w.destination}|${w.amount}|${w.scheduleType}|${w.payoutDate}`);
    this.require('I16', frozen.join() === written.join(), `batch ${batch.id} was sent other than frozen`);
    for (const item of wanted) this.checkItem(batch.id, item);
  }

  /** The provider accepted a request. */
  accepted(payouts: readonly BookedPayout[]): void {
    for (const payout of payouts) {
      const ours = this.world().books.payouts.get(payout.ref);
      const isOurs = ours !== undefined && ours.amount === payout.amount && COMMITTED.has(ours.state);
      this.require('I1', isOurs, `the provider pays ${payout.ref}, which is ${ours?.state ?? 'unknown'} with us`);
    }
  }

  /** The provider was asked for more than the weekly limit of a seller under review. */
  overLimit(destination: string): void {
    this.require('I9', false, `${destination} would have got more than its week allows`);
  }

  /** Everything is at rest. */
  atRest(): void {
    const problem = restProblem(this.world(), this.completed);
    if (problem) this.require(problem.invariant, false, problem.detail);
  }

  private checkItem(batchId: string, item: Wanted): void {
    const row = this.world().books.payouts.get(item.ref);
    const isFrozen = row?.state === 'submitted' && row.batchId === batchId;
    this.require(
      'I16',
      isFrozen,
      `${item.ref} left in ${batchId} while it is ${row?.state ?? 'nothing'} in ${row?.batchId}`,
    );
    if (!row) return;
    const asApproved = this.approved.get(item.ref) === contentLine(row) && item.amount === row.amount;
    this.require(
      'I1',
      asApproved && item.destination === row.provider_seller_id,
      `${item.ref} left other than approved`,
    );
  }

  private checkMove({ payout, event, from, to }: SeenMove): void {
    const row: Readonly<Record<string, string>> = payoutMachine.table[from];
    this.require('I5', row[event] === to, `${payout.id} went from ${from} to ${to} by ${event}`);
  }

  private checkFate(decision: string, { payout, to }: SeenMove): void {
    const { provider, exchange, books } = this.world();
    const waits = books.sellers.get(payout.seller_id)?.accountWaits ?? false;
    this.require('I19', to !== 'submitted' || !waits, `${payout.id} sets out to a changed account`);
    const theirs = provider.byRef.get(payout.ref_payout_id);
    const isLive = theirs !== undefined && LIVE.has(theirs.status);
    const said = `${payout.id} became ${to} (${decision}) while the provider has it ${theirs?.status ?? 'on its way'}`;
    if (FREED.has(to)) this.require('I11', !isLive && !exchange.isOnTheWay(payout.ref_payout_id), said);
    if (to === 'in_transit') this.require('I10', theirs !== undefined, `${payout.id} is under way and was never taken`);
    if (to === 'paid')
      this.require('I1', theirs !== undefined && this.completed.has(theirs.id), `${payout.id} is paid to nobody`);
    if (to === 'returned') this.require('I11', theirs !== undefined && !isLive, said);
  }

  private checkEvidence({ payout, event }: SeenMove, shown: Notes['shown']): void {
    if (event !== 'accept' && event !== 'settle' && event !== 'fail' && event !== 'giveBack') return;
    const amount = shown.get(payout.ref_payout_id);
    const fits = amount === undefined || amount === payout.amount;
    this.require('I10', fits, `${payout.id} of ${payout.amount} was moved by an answer about ${amount}`);
  }

  private checkNews({ payout, to }: SeenMove, { events, alerts }: Changes): void {
    const isTold = to !== 'parked' || alerts.includes(alertOf('payout.parked', payout.id));
    this.require('I15', isTold, `nobody heard that ${payout.id} waits for people`);
    if (!TOLD.has(to)) return;
    const news = events.filter((e) => e.payoutId === payout.id && e.status === to);
    const last = this.world().books.sequences.get(payout.id);
    this.require('I15', news.length === 1 && news[0]?.sequence === last, `nobody heard that ${payout.id} is ${to}`);
  }

  private checkPostings(row: PayoutRow): void {
    const { postings } = this.world().books.ledger;
    const wanted: readonly string[] = BOOKED[row.state];
    this.require('I7', postings.has(`payout.reserved/${row.id}`), `${row.id} was never reserved`);
    for (const template of TEMPLATES) {
      const isThere = postings.has(`${template}/${row.id}`);
      this.require(
        'I7',
        isThere === wanted.includes(template),
        `${row.id} is ${row.state}: ${template} is ${isThere ? '' : 'not '}posted`,
      );
    }
  }
}
