import type { Batch, BatchChange, NewBatch, PayoutRecords } from '@jeongsan/payouts';
import type { Books, Changes } from './books.js';
import type { BatchRow } from './rows.js';

/** The batches of one decision. `trueNow`: the time of the database's clock. */
export function batchPart(
  books: Books,
  changes: Changes,
  trueNow: number,
): Pick<PayoutRecords, 'insertBatches' | 'batch' | 'batchHead' | 'waitingFor' | 'changeBatch' | 'recordListing'> {
  const find = (id: string): Batch | null => {
    const row = books.batches.get(id);
    return row ? batchOf(books, row, trueNow) : null;
  };
  return {
    insertBatches: async (batches, now) => {
      for (const batch of batches) insertBatch(books, changes, batch, now);
    },
    batch: async (id) => find(id),
    batchHead: async (id) => find(id),
    waitingFor: async (id) => {
      for (const row of books.batches.values())
        if (row.waitsFor === id && row.state === 'prepared') return batchOf(books, row, trueNow);
      return null;
    },
    changeBatch: async (id, change) => {
      const row = books.batches.get(id);
      if (row) books.change(row, patchOf(change, trueNow), changes);
    },
    recordListing: async (id, { number, absent }) => {
      const row = books.batches.get(id);
      // Primary key of the table: one listing per batch and number.
      if (row?.listings.includes(number)) throw new Error(`Duplicate key ${id}/${number}`);
      if (row) books.change(row, { listings: [...row.listings, number], lacked: [...row.lacked, ...absent] }, changes);
    },
  };
}

function insertBatch(books: Books, changes: Changes, batch: NewBatch, now: Date): void {
  const { id, runId, schedule, items, bodyHash, suspectedOf = null, waitsFor = null } = batch;
  const fresh = {
    state: 'prepared',
    fence: 0n,
    absentListings: 0,
    listings: [],
    lacked: [],
    rejectionCode: null,
    resolveAt: null,
    sentAt: null,
    answeredAt: 0,
  } as const;
  const frozen = { id, runId, schedule, items, bodyHash, suspectedOf, waitsFor };
  books.insert(books.batches, { ...frozen, ...fresh, createdAt: now.getTime() }, changes);
  for (const item of items) {
    const payout = books.payouts.get(item.refPayoutId);
    // A payout that is still reserved is linked by the step that submits it.
    if (!payout || payout.state === 'reserved') continue;
    const day = { schedule_type: schedule.type, payout_date: schedule.date };
    books.change(payout, { batchId: id, submittedAt: now.getTime(), ...day }, changes);
  }
}

function batchOf(books: Books, row: BatchRow, trueNow: number): Batch {
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

function patchOf({ stamp, resolveAt, ...change }: BatchChange, trueNow: number): Partial<BatchRow> {
  return {
    ...change,
    ...(resolveAt !== undefined && { resolveAt: resolveAt?.getTime() ?? null }),
    ...(stamp === 'sent' && { sentAt: trueNow }),
    ...(stamp === 'answered' && { answeredAt: trueNow }),
  };
}
