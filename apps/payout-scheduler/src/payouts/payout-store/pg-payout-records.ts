import { randomUUID } from 'node:crypto';
import { emit, enqueue, enqueueAll, lockAccounts, postLedger } from '@jeongsan/database';
import { chart } from '@jeongsan/ledger';
import type { PayoutRecords } from '@jeongsan/payouts';
import type { EntityManager } from 'typeorm';
import { closeRunIfDone } from './close-run.js';
import { stopRun } from './stop-run.js';
import { readGateFacts } from '../../closing/close-statements/gate-facts.js';
import { placeHold } from '../../closing/place-hold/place-hold.js';
import { runContent } from './run-content.js';
import { lockRun } from './run-row.js';
import { changeBatch, insertBatches, lockBatch, lockBatchHead, lockWaitingFor, recordListing } from './batch-rows.js';
import { pgDispatchControls } from './pg-dispatch-controls.js';
import { announce, failuresBefore, lockPayouts, reservedPayouts, writeMoves } from './payout-rows.js';
import { recipients } from './recipients.js';
import { alertRun, reservedAmount } from './run-alerts.js';
import { abandonedRuns, stuckBatches, unheardOf } from './stuck-rows.js';

/** The payouts' rows for one decision, in the transaction of that decision. */
export const pgPayoutRecords = (tx: EntityManager): PayoutRecords => ({
  newId: () => randomUUID(),
  controls: pgDispatchControls(tx),

  run: async (runId) => {
    const { id, state, content_hash: contentHash } = await lockRun(tx, runId);
    return { id, state, contentHash };
  },
  runContent: (runId) => runContent(tx, runId),
  beginDispatch: async (runId) => {
    await tx.query(`update payouts.run set state = 'dispatching' where id = $1`, [runId]);
  },
  stopRun: (runId, detail, now) => stopRun(tx, runId, detail, now),
  closeRunIfDone: (runId, now) => closeRunIfDone(tx, runId, now),

  reservedPayouts: (runId, max, from) => reservedPayouts(tx, runId, max, from),
  sellerFacts: async (payouts, now) => {
    const sellerIds = [...new Set(payouts.map((p) => p.seller_id))];
    await lockAccounts(
      tx,
      sellerIds.flatMap((id) => [chart.sellerPayable(id), chart.sellerReserved(id)]),
    );
    return readGateFacts(
      tx,
      sellerIds,
      now,
      payouts.map((p) => p.id),
    );
  },
  recipients: (batchId, now) => recipients(tx, batchId, now),
  payouts: (ids) => lockPayouts(tx, ids),
  writeMoves: (moves, now) => writeMoves(tx, moves, now),
  post: async (postings) => {
    await postLedger(tx, postings);
  },
  announce: (moves, now) => announce(tx, moves, now),
  emit: (type, events, now) => emit(tx, type, events, now),
  alertRun: (type, data, now) => alertRun(tx, type, data, now),
  failuresBefore: (payout) => failuresBefore(tx, payout),
  holdSeller: async (sellerId, reason, detail, now, account) => {
    await placeHold(tx, sellerId, reason, detail, now, account);
  },
  reservedAmount: (runId) => reservedAmount(tx, runId),

  insertBatches: (batches, now) => insertBatches(tx, batches, now),
  batch: (id) => lockBatch(tx, id),
  batchHead: (id) => lockBatchHead(tx, id),
  waitingFor: (id) => lockWaitingFor(tx, id),
  changeBatch: (id, change) => changeBatch(tx, id, change),
  recordListing: (id, listing, now) => recordListing(tx, id, listing, now),

  enqueue: (job, data, now, options) => enqueue(tx, job, data, now, options),
  enqueueAll: (job, jobs, now) => enqueueAll(tx, job, jobs, now),

  unheardOf: (since, max, now) => unheardOf(tx, since, max, now),
  stuckBatches: (since, max) => stuckBatches(tx, since, max),
  abandonedRuns: (max) => abandonedRuns(tx, max),
});
