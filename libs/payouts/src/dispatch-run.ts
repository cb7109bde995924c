import { businessDateOf, instantAt } from '@jeongsan/calendar';
import { Permanent } from '@jeongsan/messaging';
import { payoutRunStates } from '@jeongsan/state-machines';
import { roomWithin, type Room } from './dispatch-controls.js';
import { missingOf } from './missing-of.js';
import type { PayoutRecords, PayoutStore } from './payout-store.js';
import type { PayoutPolicy } from './payout-policy.js';
import { prepareBatches } from './prepare-batches.js';
import type { PayoutProvider } from './provider.js';
import type { RunContent } from './run-content.js';
import { nextDispatch } from './schedule-for.js';

const DAY_MS = 86_400_000;

/**
 * Freezes the reserved payouts of an approved run into batches and enqueues a send job for each batch.
 * Safe to repeat: a payout leaves `reserved` in the transaction that puts it into a batch. Payouts beyond the provider's
 * balance wait for the next dispatch time; payouts beyond a limit wait for a second person (DAY_CAP: or the next day). While
 * all sending is stopped, nothing is frozen.
 * Throws Permanent, and stops the run, when its content is not the approved content: the dead job raises an alarm.
 */
export async function dispatchRun(
  store: PayoutStore,
  provider: Pick<PayoutProvider, 'getBalance'>,
  runId: string,
  policy: PayoutPolicy,
  now: () => Date,
): Promise<void> {
  const start = await store.transaction('start-dispatch', (records) => startDispatch(records, runId, policy, now()));
  if (start.kind === 'changed') throw new Permanent(`Run ${runId} was approved with other content: nothing is sent`);
  if (start.kind === 'not open') return;
  const balance = await provider.getBalance({});
  let left = balance.entityBody.availableAmount.minor - (await store.inFlight());
  let from: string | null = null;
  for (;;) {
    const step = await store.transaction('freeze', (records) =>
      freezeNext(records, runId, start.approved, from, left, policy, now()),
    );
    if (step.kind === 'changed')
      throw new Permanent(`Payout ${step.payoutId} is not what was approved: run ${runId} is stopped`);
    // An earlier payout may have been locked by another transaction, or put back to `reserved` since: start once more from the
    // first payout.
    if (step.kind === 'nothing' && from !== null) {
      from = null;
      continue;
    }
    if (step.kind !== 'prepared') return;
    left -= step.amount;
    from = step.from;
  }
}

type Start = { kind: 'open'; approved: RunContent } | { kind: 'not open' } | { kind: 'changed' };

/**
 * Locks the run and begins its dispatch. The whole content is compared with the approved hash each time a worker takes the run
 * up; the content read here is what each batch is compared with later.
 */
async function startDispatch(records: PayoutRecords, runId: string, policy: PayoutPolicy, now: Date): Promise<Start> {
  if (await records.controls.isHalted()) return { kind: 'not open' };
  const duplicate = await duplicateOf(records, runId, policy, now);
  const run = await records.run(runId);
  if (!payoutRunStates.maySend.includes(run.state)) return { kind: 'not open' };
  if (duplicate !== null && run.state === 'approved') {
    await records.controls.pause(runId, 'DUPLICATE_RUN', now);
    return { kind: 'not open' };
  }
  const content = await records.runContent(runId);
  if (content.hash !== run.contentHash) {
    await records.stopRun(runId, `content ${content.hash} is not as approved`, now);
    return { kind: 'changed' };
  }
  await records.beginDispatch(runId);
  return { kind: 'open', approved: content };
}

async function duplicateOf(
  records: PayoutRecords,
  runId: string,
  policy: PayoutPolicy,
  now: Date,
): Promise<string | null> {
  const { limits } = policy;
  if (!limits || limits.duplicateDays === 0) return null;
  const since = new Date(now.getTime() - limits.duplicateDays * DAY_MS);
  return records.controls.duplicateOf(runId, since, limits.duplicatePayoutsMin);
}

async function freezeNext(
  records: PayoutRecords,
  runId: string,
  approved: RunContent,
  from: string | null,
  left: bigint,
  policy: PayoutPolicy,
  now: Date,
) {
  if (await records.controls.isHalted()) return { kind: 'halted' } as const;
  const room = await roomOf(records, runId, policy, now);
  const isCapped = room !== null && room.left < left;
  const most = isCapped ? room.left : left;
  const prepared = await prepareBatches(records, runId, approved, from, most, policy, now);
  if (prepared.kind === 'changed') await records.stopRun(runId, `payout ${prepared.payoutId} is not as approved`, now);
  if (prepared.kind === 'short' && isCapped) await records.controls.pause(runId, room.limit, now);
  if (prepared.kind === 'prepared' && room !== null) await records.controls.pause(runId, null, now);
  // DAY_CAP resets tomorrow, so dispatch is enqueued again. RUN_CAP waits for a second person.
  const waitsForDay = prepared.kind === 'short' && !(isCapped && room.limit === 'RUN_CAP');
  if (waitsForDay) await waitForNextDispatch(records, runId, policy, now);
  if (prepared.kind === 'short' && !isCapped) await alertShortBalance(records, runId, left, policy, now);
  // A run without payouts is closed here: otherwise the end of its last payout closes a run.
  if (prepared.kind === 'nothing') await records.closeRunIfDone(runId, now);
  return prepared;
}

async function roomOf(records: PayoutRecords, runId: string, policy: PayoutPolicy, now: Date): Promise<Room | null> {
  const { limits } = policy;
  if (!limits || (limits.runCap === null && limits.dayCap === null)) return null;
  const spent = await records.controls.spent(runId, instantAt(businessDateOf(now), '00:00:00'));
  return roomWithin(limits, spent);
}

async function waitForNextDispatch(
  records: PayoutRecords,
  runId: string,
  policy: PayoutPolicy,
  now: Date,
): Promise<void> {
  const runAt = nextDispatch(policy, now);
  const dedupeKey = `payout-run.dispatch/${runId}/${businessDateOf(runAt)}`;
  await records.enqueue('payout-run.dispatch', { runId }, now, { runAt, dedupeKey });
}

/** Alerts people that the provider's balance does not cover the rest of the run, and how much is missing. */
async function alertShortBalance(
  records: PayoutRecords,
  runId: string,
  left: bigint,
  policy: PayoutPolicy,
  now: Date,
): Promise<void> {
  const waiting = await records.reservedAmount(runId);
  const [missing, retryAt] = [missingOf(waiting, left).toString(), nextDispatch(policy, now).toISOString()];
  await records.alertRun(
    'payout-run.waiting-for-balance',
    { runId, waiting: waiting.toString(), missing, retryAt },
    now,
  );
}
