import type { Attempt, AttemptChange, NewAttempt, PayoutBook } from '@jeongsan/payouts';
import type { Books, Changes } from './books.js';
import type { AttemptRow } from './rows.js';

/** Batches, as a decision reads and writes them. `trueNow`: the database's clock. */
export function attemptPart(
  books: Books,
  changes: Changes,
  trueNow: number,
): Pick<PayoutBook, 'insertAttempts' | 'attempt' | 'attemptHead' | 'waitingFor' | 'changeAttempt' | 'recordListing'> {
  const find = (id: string): Attempt | null => {
    const row = books.attempts.get(id);
    return row ? attemptOf(books, row, trueNow) : null;
  };
  return {
    insertAttempts: async (attempts, now) => {
      for (const attempt of attempts) insertAttempt(books, changes, attempt, now);
    },
    attempt: async (id) => find(id),
    attemptHead: async (id) => find(id),
    waitingFor: async (id) => {
      for (const row of books.attempts.values())
        if (row.waitsFor === id && row.state === 'prepared') return attemptOf(books, row, trueNow);
      return null;
    },
    changeAttempt: async (id, change) => {
      const row = books.attempts.get(id);
      if (row) books.change(row, patchOf(change, trueNow), changes);
    },
    recordListing: async (id, { number }) => {
      const row = books.attempts.get(id);
      // The table's key: one listing of each number.
      if (row?.listings.includes(number)) throw new Error(`Duplicate key ${id}/${number}`);
      if (row) books.change(row, { listings: [...row.listings, number] }, changes);
    },
  };
}

function insertAttempt(books: Books, changes: Changes, attempt: NewAttempt, now: Date): void {
  const { id, runId, schedule, items, bodyHash, suspectedOf = null, waitsFor = null } = attempt;
  const fresh = {
    state: 'prepared',
    fence: 0n,
    absentListings: 0,
    listings: [],
    rejectionCode: null,
    resolveAt: null,
    sentAt: null,
    answeredAt: 0,
  } as const;
  const frozen = { id, runId, schedule, items, bodyHash, suspectedOf, waitsFor };
  books.insert(books.attempts, { ...frozen, ...fresh, createdAt: now.getTime() }, changes);
  for (const item of items) {
    const payout = books.payouts.get(item.refPayoutId);
    // What is still reserved joins with the step that submits it.
    if (!payout || payout.state === 'reserved') continue;
    const day = { schedule_type: schedule.type, payout_date: schedule.date };
    books.change(payout, { attemptId: id, submittedAt: now.getTime(), ...day }, changes);
  }
}

function attemptOf(books: Books, row: AttemptRow, trueNow: number): Attempt {
  const runState = books.runs.get(row.runId)?.state ?? 'closed';
  const { id, runId, state, fence, items, bodyHash, schedule, suspectedOf, absentListings } = row;
  const silentForSeconds = row.sentAt === null ? null : (trueNow - row.sentAt) / 1_000;
  return {
    id,
    runId,
    runState,
    state,
    fence,
    idempotencyKey: id,
    items,
    bodyHash,
    schedule,
    suspectedOf,
    absentListings,
    silentForSeconds,
  };
}

function patchOf({ stamp, resolveAt, ...change }: AttemptChange, trueNow: number): Partial<AttemptRow> {
  return {
    ...change,
    ...(resolveAt !== undefined && { resolveAt: resolveAt?.getTime() ?? null }),
    ...(stamp === 'sent' && { sentAt: trueNow }),
    ...(stamp === 'answered' && { answeredAt: trueNow }),
  };
}
