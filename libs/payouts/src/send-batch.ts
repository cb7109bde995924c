import { businessDateOf } from '@jeongsan/calendar';
import { CallError } from '@jeongsan/http-contract';
import { Permanent } from '@jeongsan/messaging';
import { won } from '@jeongsan/money';
import { advanceBatch } from './advance-batch.js';
import { FenceLost, type Claim, type FrozenPayout } from './batch.js';
import { freezeAnew, mayBeThere, outcomeOf, type Answer } from './batch-outcome.js';
import { DispatchHalted } from './dispatch-controls.js';
import { bodyHash } from './frozen-payout.js';
import type { PayoutRecords, PayoutStore } from './payout-store.js';
import type { PayoutPolicy } from './payout-policy.js';
import { stopReason } from './prepare-batches.js';
import type { FencedProvider } from './provider.js';
import { nextBusinessDay } from './schedule-for.js';

/**
 * Sends one frozen batch once and records its outcome. The claim is committed before the first byte is sent.
 * A batch whose sender stopped answering is not sent again: its outcome is unknown, and the provider's listing decides.
 * Throws FenceLost when another sender took the batch over, Permanent when the batch differs from its frozen hash.
 */
export async function sendBatch(
  store: PayoutStore,
  provider: FencedProvider,
  batchId: string,
  policy: PayoutPolicy,
  now: () => Date,
): Promise<void> {
  const claim = await store.transaction('claim', (records) => claimBatch(records, batchId, policy, now()));
  if (claim === null) return;
  if (claim === 'changed') throw new Permanent(`Batch ${batchId} is not what was frozen: its run is stopped`);
  const answer = await ask(store, provider, claim);
  await store.transaction('record', async (records) => {
    const batch = await records.batchHead(batchId);
    // Only the holder of the current fence number records an outcome: the late answer of an earlier sender is dropped.
    if (batch?.state !== 'sending' || batch.fence !== claim.fence) throw new FenceLost(batchId);
    const sent = { ...batch, items: claim.items };
    await advanceBatch(records, sent, outcomeOf(answer, sent, nextBusinessDay(policy.calendar, now())), policy, now());
  });
}

/**
 * Claims the batch for this sender. Null: nothing to send (already sent, its date is over, a seller may no longer be paid, its
 * run or all sending is stopped). `changed`: the batch differs from its frozen hash, and its run is stopped. Throws while
 * another sender may still get its answer.
 */
async function claimBatch(
  records: PayoutRecords,
  batchId: string,
  policy: PayoutPolicy,
  now: Date,
): Promise<Claim | 'changed' | null> {
  const batch = await records.batch(batchId);
  if (!batch) throw new Permanent(`Batch ${batchId} does not exist`);
  const { runId, idempotencyKey, items } = batch;
  if (batch.state === 'sending') {
    // In real time, by the database's clock: the wait for an answer does not depend on the platform's clock.
    if ((batch.silentForSeconds ?? 0) < policy.sendingTimeoutSeconds)
      throw new Error(`Batch ${batchId} is being sent by another sender: its outcome must be awaited`);
    await advanceBatch(records, batch, mayBeThere('takeOver', 'SENDER_SILENT', batch), policy, now);
    return null;
  }
  if (batch.state !== 'prepared' || batch.runState === 'stopped' || (await records.controls.isHalted())) return null;
  if (batch.schedule.date < businessDateOf(now)) {
    // The batch's date is over: an EXPRESS payout would be paid today, while its outcome would be searched in the listing of
    // the batch's date.
    await advanceBatch(records, batch, freezeAnew(batch, 'DATE_OVER'), policy, now);
    return null;
  }
  if (bodyHash(items) !== batch.bodyHash) {
    await records.stopRun(runId, `batch ${batchId} is not as frozen`, now);
    return 'changed';
  }
  // The batch is claimed before its sellers are read: a change of a seller that was committed before the claim is seen.
  await advanceBatch(records, batch, { event: 'claim', rulings: [] }, policy, now);
  if (!(await isOvertaken(records, batchId, policy, now)))
    return { batchId, runId, idempotencyKey, items, fence: batch.fence + 1n };
  await advanceBatch(records, { ...batch, state: 'sending' }, freezeAnew(batch, 'OVERTAKEN'), policy, now);
  return null;
}

/** Whether a payout of the batch may no longer be paid: its seller may have changed since the batch was frozen. */
async function isOvertaken(records: PayoutRecords, batchId: string, policy: PayoutPolicy, now: Date): Promise<boolean> {
  const recipients = await records.recipients(batchId, now);
  return recipients.some(({ payout, seller }) => stopReason(payout, 0n, seller, policy) !== null);
}

async function ask(store: PayoutStore, provider: FencedProvider, claim: Claim): Promise<Answer> {
  let hasLeft = false;
  let isHalted = false;
  // The claim is renewed right before the first byte: a process that was paused after its claim must not send when another
  // sender took the batch over, and none takes it over between this and the first byte.
  const api = provider.fenced(async () => {
    const holds = await store.renewClaim(claim).catch((error: unknown) => {
      isHalted = !hasLeft && error instanceof DispatchHalted;
      throw error;
    });
    if (!holds) throw new FenceLost(claim.batchId);
    hasLeft = true;
  });
  try {
    const body = claim.items.map(toRequest);
    const answer = await api.createPayouts({ body }, { idempotencyKey: claim.idempotencyKey });
    return { kind: 'accepted', payouts: answer.entityBody.items };
  } catch (error) {
    if (isHalted) return { kind: 'halted' };
    if (!(error instanceof CallError)) throw error;
    const { code, detail } = error;
    return error.outcome === 'rejected' ? { kind: 'refused', code, detail } : { kind: 'unanswered', code };
  }
}

const toRequest = (item: FrozenPayout) => ({ ...item, amount: won(BigInt(item.amount.value)) });
