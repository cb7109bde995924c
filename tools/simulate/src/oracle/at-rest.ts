import { chart } from '@jeongsan/ledger';
import type { PayoutStatus } from '@jeongsan/provider-contract';
import type { PayoutState } from '@jeongsan/state-machines';
import type { Books } from '../books/books.js';
import { isOpenJob, type PayoutRow, type RunRow } from '../books/rows.js';
import { type BookedPayout } from '../provider/provider-book.js';
import type { Ground } from '../ground.js';
import type { Invariant } from './violation.js';

export type Problem = { invariant: Invariant; detail: string };

const ENDED: ReadonlySet<PayoutState> = new Set(['paid', 'failed', 'refused', 'released', 'returned']);
const NEEDS_REASON: ReadonlySet<PayoutState> = new Set(['failed', 'refused', 'released']);

/** The errors when everything is at rest, measured against the provider's records. */
export function restProblem(world: Ground, completed: ReadonlySet<string>): Problem | null {
  return (
    booksProblem(world) ??
    payoutsProblem(world, completed) ??
    providerProblem(world) ??
    workProblem(world) ??
    moneyProblem(world)
  );
}

const problem = (invariant: Invariant, detail: string): Problem => ({ invariant, detail });

function booksProblem({ books }: Ground): Problem | null {
  const found = books.ledger.problem();
  return found === null ? null : problem('I3', found);
}

function payoutsProblem({ books, provider }: Ground, completed: ReadonlySet<string>): Problem | null {
  for (const row of books.payouts.values()) {
    const theirs = provider.byRef.get(row.ref_payout_id);
    // An alert was emitted when the payout was parked; people compare both sides' records.
    if (row.state === 'parked') continue;
    if (!ENDED.has(row.state))
      return problem('I2', `${row.id} is ${row.state} for ever (provider: ${theirs?.status ?? 'never heard of it'})`);
    if (NEEDS_REASON.has(row.state) && row.failureCode === null)
      return problem('I2', `${row.id} is ${row.state} without a reason`);
    if (!agrees(row.state, theirs, completed))
      return problem('I10', `${row.id} is ${row.state}, the provider has it ${theirs?.status ?? 'never heard of it'}`);
  }
  return null;
}

// prettier-ignore
const endings = {
  REQUESTED: undefined, IN_PROGRESS: undefined,
  COMPLETED: 'paid', FAILED: 'failed', REJECTED: 'failed', CANCELED: 'failed', DELETED: 'failed',
} as const satisfies Record<PayoutStatus, PayoutRow['state'] | undefined>;

function agrees(state: PayoutState, theirs: BookedPayout | undefined, completed: ReadonlySet<string>): boolean {
  if (theirs === undefined) return state === 'refused' || state === 'released';
  // Money that was returned before the next read was never seen as paid.
  return (
    state === endings[theirs.status] || (state === 'returned' && theirs.status === 'FAILED' && completed.has(theirs.id))
  );
}

function providerProblem({ books, provider }: Ground): Problem | null {
  for (const theirs of provider.payouts) {
    const ours = books.payouts.get(theirs.ref);
    if (ours === undefined) return problem('I1', `the provider paid ${theirs.ref}, which nobody promised`);
    if (ours.amount !== theirs.amount)
      return problem('I1', `${theirs.ref} is ${ours.amount} with us, ${theirs.amount} there`);
  }
  return null;
}

/** A run is closed when its payouts have ended; a parked payout keeps it open. */
export const hasEnded = (books: Books, run: RunRow): boolean =>
  run.state === 'closed' ||
  (run.state === 'dispatching' &&
    ofRun(books, run).some((p) => p.state === 'parked') &&
    ofRun(books, run).every((p) => p.state === 'parked' || ENDED.has(p.state)));

const ofRun = (books: Books, run: RunRow): PayoutRow[] =>
  [...books.payouts.values()].filter((p) => p.run_id === run.id);

function workProblem({ books }: Ground): Problem | null {
  for (const batch of books.batches.values())
    if (batch.state === 'prepared' || batch.state === 'sending' || batch.state === 'unknown')
      return problem('I2', `batch ${batch.id} is ${batch.state} for ever`);
  for (const run of books.runs.values())
    if (!hasEnded(books, run)) return problem('I2', `run ${run.id} is ${run.state} for ever`);
  const open = books.outbox.find(isOpenJob);
  return open === undefined ? null : problem('I14', `job ${open.job} #${open.id} is open for ever`);
}

/**
 * Each seller's earnings are paid, payable, or kept for people to look at. Our clearing account equals the provider's balance,
 * except for payouts that failed after arrival.
 */
function moneyProblem({ books, provider, due }: Ground): Problem | null {
  const parked = [...books.payouts.values()].filter((p) => p.state === 'parked');
  const arrived = parked.filter((p) => provider.byRef.get(p.ref_payout_id)?.status === 'COMPLETED');
  for (const seller of books.sellers.values()) {
    const ofSeller = (rows: readonly PayoutRow[]): bigint => sumOf(rows.filter((p) => p.seller_id === seller.id));
    const paid = sumOf(
      provider.payouts.filter((p) => p.destination === seller.providerSellerId && p.status === 'COMPLETED'),
    );
    const payable = books.ledger.balance(chart.sellerPayable(seller.id));
    const reserved = books.ledger.balance(chart.sellerReserved(seller.id));
    const kept = ofSeller(parked);
    const owed = (due.get(seller.id) ?? 0n) - paid - kept + ofSeller(arrived);
    if (payable !== owed || reserved !== kept)
      return problem('I1', `seller ${seller.id} is owed ${owed}, the books say ${payable} and ${reserved} reserved`);
  }
  const available = books.ledger.balance(chart.providerAvailable()) - sumOf(arrived);
  return available === provider.available
    ? null
    : problem('I8', `we think ${available} is available, the provider ${provider.available}`);
}

const sumOf = (rows: readonly Readonly<{ amount: bigint }>[]): bigint =>
  rows.reduce((sum, { amount }) => sum + amount, 0n);
