import {
  contentOf,
  countsSince,
  type DispatchControls,
  mondayOf,
  type Payout,
  type PayoutRecords,
  type PayoutMove,
  type SellerFacts,
} from '@jeongsan/payouts';
import { payoutRunMachine, payoutStates, type PayoutState, payoutRunStates } from '@jeongsan/state-machines';
import type { EventName } from '@jeongsan/messaging';
import type { Books, Changes } from './books.js';
import { batchPart } from './memory-batches.js';
import { isOpenJob, type BatchRow, type OutboxRow, type PayoutRow, type RunRow } from './rows.js';

const countsForWeek: ReadonlySet<PayoutState> = new Set(payoutStates.countedForWeek);
const isUnfinished: ReadonlySet<PayoutState> = new Set(payoutStates.open);
const givenUp: ReadonlySet<string> = new Set(payoutRunStates.givenUp);

/** The port of one decision, in memory, with the same answers as the SQL statements. */
export function memoryRecords(books: Books, changes: Changes, trueNow: number): PayoutRecords {
  return {
    newId: () => books.newId(),
    controls: switchOf(books),
    ...runPart(books, changes),
    ...payoutPart(books, changes),
    ...batchPart(books, changes, trueNow),
    ...watchPart(books, changes),
    ...newsPart(books, changes),
    enqueue: async (job, data, now, options = {}) => {
      enqueueRow(books, changes, job, data, options.runAt ?? now, options.dedupeKey ?? null);
    },
    enqueueAll: async (job, jobs, now) => {
      for (const { data, runAt = now, dedupeKey = null } of jobs)
        enqueueRow(books, changes, job, data, runAt, dedupeKey);
    },
  };
}

/** The halt switch. Histories have no limits, so the other controls are never used. */
const switchOf = (books: Books): DispatchControls => ({
  isHalted: async () => books.control.isHalted,
  duplicateOf: async () => null,
  spent: async () => ({ run: 0n, day: 0n, passed: new Set() }),
  pause: async () => undefined,
});

/** At most one open job per key, as the outbox's unique index enforces. */
function enqueueRow(
  books: Books,
  changes: Changes,
  job: OutboxRow['job'],
  data: Readonly<Record<string, string>>,
  runAt: Date,
  dedupeKey: string | null,
): void {
  if (dedupeKey !== null && books.outbox.some((row) => row.dedupeKey === dedupeKey && isOpenJob(row))) return;
  const id = books.outbox.length + 1;
  const row = { id, job, data, runAt: runAt.getTime(), dedupeKey, isDone: false, dead: null, attemptsMade: 0 };
  books.append(books.outbox, row, changes);
  changes.jobs.push(row);
}

const copyOf = (row: PayoutRow): Payout => ({
  id: row.id,
  ref_payout_id: row.ref_payout_id,
  run_id: row.run_id,
  seller_id: row.seller_id,
  provider_seller_id: row.provider_seller_id,
  account_fingerprint: row.account_fingerprint,
  amount: row.amount,
  state: row.state,
  provider_payout_id: row.provider_payout_id,
  schedule_type: row.schedule_type,
  payout_date: row.payout_date,
  due_on: row.due_on,
  not_before: row.not_before,
  absent_rounds: row.absent_rounds,
  duplicate_rounds: row.duplicate_rounds,
});

/** Other events than those of payout steps: only the oracle reads them. */
function newsPart(books: Books, changes: Changes): Pick<PayoutRecords, 'emit' | 'alertRun'> {
  return {
    emit: async (type, events) => void changes.alerts.push(...events.map(({ entityId }) => alertOf(type, entityId))),
    alertRun: async (type, data) => {
      const alert = alertOf(type, JSON.stringify(data));
      if (!books.alerts.includes(alert)) changes.alerts.push(alert);
    },
  };
}

/** Alerts that were already emitted, as the database records them. */
export const alertOf = (type: EventName, about: string): string => `${type} ${about}`;

function runPart(
  books: Books,
  changes: Changes,
): Pick<PayoutRecords, 'run' | 'runContent' | 'beginDispatch' | 'stopRun' | 'closeRunIfDone'> {
  const runOf = (id: string): RunRow => {
    const run = books.runs.get(id);
    if (!run) throw new Error(`There is no run ${id}`);
    return run;
  };
  return {
    run: async (id) => ({ ...runOf(id) }),
    runContent: (runId) => runContentOf(books, runId),
    beginDispatch: async (runId) => {
      const run = runOf(runId);
      if (run.state !== 'dispatching') books.change(run, { state: 'dispatching' }, changes);
    },
    stopRun: async (runId, detail) => {
      const run = runOf(runId);
      if (payoutRunMachine.classify(run.state, 'stop').kind !== 'move') return;
      books.change(run, { state: 'stopped' }, changes);
      changes.alerts.push(`run ${runId} stopped: ${detail}`);
    },
    closeRunIfDone: async (runId) => {
      const run = runOf(runId);
      if (run.state !== 'dispatching') return;
      for (const p of books.payouts.values()) if (p.run_id === runId && isUnfinished.has(p.state)) return;
      books.change(run, { state: 'closed' }, changes);
    },
  };
}

/** The content that a run would send now. */
export const runContentOf = (books: Books, runId: string) =>
  contentOf(async (after) =>
    [...books.payouts.values()]
      .filter((p) => p.run_id === runId && p.ref_payout_id > after)
      .sort((a, b) => (a.ref_payout_id < b.ref_payout_id ? -1 : 1)),
  );

function payoutPart(
  books: Books,
  changes: Changes,
): Pick<
  PayoutRecords,
  | 'reservedPayouts'
  | 'reservedAmount'
  | 'sellerFacts'
  | 'recipients'
  | 'payouts'
  | 'writeMoves'
  | 'post'
  | 'announce'
  | 'failuresBefore'
  | 'holdSeller'
> {
  return {
    reservedPayouts: async (runId, max, from) =>
      [...books.payouts.values()]
        .filter((p) => p.run_id === runId && p.state === 'reserved' && books.runs.get(runId)?.state === 'dispatching')
        .filter((p) => from === null || p.id >= from)
        .slice(0, max)
        .map(copyOf),
    reservedAmount: async (runId) => {
      let sum = 0n;
      for (const p of books.payouts.values()) if (p.run_id === runId && p.state === 'reserved') sum += p.amount;
      return sum;
    },
    sellerFacts: async (payouts, now) => {
      const ids = new Set(payouts.map((p) => p.seller_id));
      const ignored = new Set(payouts.map((p) => p.id));
      return new Map([...ids].flatMap((id) => factsOf(books, id, ignored, now)));
    },
    recipients: async (batchId) =>
      [...books.payouts.values()]
        .filter((p) => p.batchId === batchId)
        .map((payout) => ({ payout: copyOf(payout), seller: standingOf(books, payout.seller_id) })),
    payouts: async (ids) =>
      new Map(
        ids.flatMap((id) => {
          const row = books.payouts.get(id);
          return row ? [[id, copyOf(row)] as const] : [];
        }),
      ),
    writeMoves: async (moves, now) => {
      for (const move of moves) writeMove(books, changes, move, now);
    },
    post: async (postings) => books.ledger.post(postings, changes.undo),
    announce: async (moves) => {
      for (const { payout } of moves) announceMove(books, changes, payout);
    },
    failuresBefore: async (payout) => failuresBefore(books, payout),
    holdSeller: async (sellerId, reason) => {
      if (books.holds.some((h) => h.isOpen && h.sellerId === sellerId && h.reason === reason)) return;
      books.append(books.holds, { sellerId, reason, isOpen: true }, changes);
    },
  };
}

function writeMove(books: Books, changes: Changes, { step, payout, isFinished }: PayoutMove, now: Date): void {
  const row = books.payouts.get(payout.id);
  if (!row) throw new Error(`There is no payout ${payout.id}`);
  const { batch } = step;
  changes.moves.push({ payout: row, event: step.event, from: row.state, to: payout.state });
  books.change(
    row,
    {
      ...(batch && { batchId: batch.id, schedule_type: batch.schedule.type, payout_date: batch.schedule.date }),
      state: payout.state,
      provider_payout_id: step.providerPayoutId ?? row.provider_payout_id,
      submittedAt: batch ? now.getTime() : (step.requestedAt?.getTime() ?? row.submittedAt),
      failureCode: step.failureCode ?? row.failureCode,
      failureClass: step.failureClass ?? row.failureClass,
      finishedAt: isFinished ? now.getTime() : row.finishedAt,
      not_before: step.notBefore ?? row.not_before,
      absent_rounds: step.absentRounds ?? row.absent_rounds,
      duplicate_rounds: step.duplicateRounds ?? row.duplicate_rounds,
      observedAt: now.getTime(),
    },
    changes,
  );
}

function announceMove(books: Books, changes: Changes, payout: Payout): void {
  const before = books.sequences.get(payout.id) ?? 0;
  books.sequences.set(payout.id, before + 1);
  changes.undo.push(() => (before === 0 ? books.sequences.delete(payout.id) : books.sequences.set(payout.id, before)));
  changes.events.push({ payoutId: payout.id, sequence: before + 1, status: payout.state });
}

/** Counts other statements that failed on this account with class `retry` since the last paid one. */
function failuresBefore(
  books: Books,
  { run_id: runId, seller_id: sellerId, account_fingerprint: account }: Payout,
): number {
  const there = [...books.payouts.values()].filter(
    (p) => p.seller_id === sellerId && p.account_fingerprint === account,
  );
  const paidAt = Math.max(...there.map((p) => (p.state === 'paid' ? (p.finishedAt ?? 0) : Number.NEGATIVE_INFINITY)));
  const failed = there.filter((p) => p.run_id !== runId && (p.state === 'failed' || p.state === 'refused'));
  const since = failed.filter((p) => p.failureClass === 'retry' && (p.finishedAt ?? 0) > paidAt);
  return new Set(since.map((p) => p.run_id)).size;
}

/** The facts of a seller, without the weekly limit. */
function standingOf(books: Books, sellerId: string): SellerFacts {
  const seller = books.sellers.get(sellerId);
  const holds = books.holds.filter((h) => h.isOpen && h.sellerId === sellerId).map((h) => h.reason);
  const accountFingerprint = seller?.accountFingerprint ?? null;
  const accountWaits = seller?.accountWaits ?? false;
  return { state: seller?.state ?? null, accountWaits, holds, paidThisWeek: 0n, accountFingerprint };
}

function factsOf(books: Books, sellerId: string, ignored: ReadonlySet<string>, now: Date): [string, SellerFacts][] {
  const since = countsSince(now).getTime();
  const monday = mondayOf(now).getTime();
  let rolling = 0n;
  let calendar = 0n;
  for (const p of books.payouts.values()) {
    if (p.seller_id !== sellerId || ignored.has(p.id) || !countsForWeek.has(p.state)) continue;
    const at = p.state === 'reserved' ? now.getTime() : (p.submittedAt ?? 0);
    if (at > since) rolling += p.amount;
    if (at >= monday) calendar += p.amount;
  }
  const paidThisWeek = rolling > calendar ? rolling : calendar;
  return [[sellerId, { ...standingOf(books, sellerId), paidThisWeek }]];
}

function watchPart(
  books: Books,
  changes: Changes,
): Pick<PayoutRecords, 'unheardOf' | 'stuckBatches' | 'abandonedRuns'> {
  return {
    unheardOf: async (since, max, now) => {
      const overdue = [...books.payouts.values()]
        .filter((p) => p.state === 'in_transit' && p.provider_payout_id !== null && p.observedAt < since.getTime())
        .sort((a, b) => a.observedAt - b.observedAt)
        .slice(0, max);
      for (const payout of overdue) books.change(payout, { observedAt: now.getTime() }, changes);
      return overdue.flatMap((p) => p.provider_payout_id ?? []);
    },
    stuckBatches: async (since, max) =>
      [...books.batches.values()].filter((a) => isStuck(a, since.getTime())).slice(0, max),
    abandonedRuns: async (max) => [...books.runs.values()].filter((run) => isAbandoned(books, run)).slice(0, max),
  };
}

const isStuck = (a: BatchRow, since: number): boolean =>
  ((a.state === 'prepared' || a.state === 'sending') && a.createdAt < since) ||
  (a.state === 'unknown' && a.resolveAt !== null && a.resolveAt < since);

function isAbandoned(books: Books, run: RunRow): boolean {
  if (run.state !== 'approved' && run.state !== 'dispatching' && !givenUp.has(run.state)) return false;
  const promises = (row: OutboxRow) =>
    (row.job === 'payout-run.dispatch' || row.job === 'payout-run.release') &&
    row.data['runId'] === run.id &&
    isOpenJob(row);
  if (books.outbox.some(promises)) return false;
  if (run.state === 'approved') return true;
  for (const p of books.payouts.values()) if (p.run_id === run.id && p.state === 'reserved') return true;
  return false;
}
