import { businessDateOf, instantAt } from '@jeongsan/calendar';
import { enqueue } from '@jeongsan/database';
import { refuse } from '@jeongsan/platform-contract';
import { payoutRunMachine, type PayoutRunEvent, type PayoutRunState } from '@jeongsan/state-machines';
import type { EntityManager } from 'typeorm';
import { advancePayouts } from '../advance-payouts.js';
import type { PayoutPolicy } from '../payout-policy.js';
import { runContent } from '../run-content.js';

/** Who approves a run that is below the threshold. */
export const POLICY_APPROVER = 'policy:below-threshold';

type RunRow = { state: PayoutRunState; content_hash: string; drafted_by: string; approved_by: string | null };

/**
 * Approves exactly the content that was shown. Throws RUN_CONTENT_CHANGED when the payouts are not what their hash says,
 * RUN_SECOND_PERSON_REQUIRED when the drafter approves. Repeating an approval changes nothing.
 */
export async function approveRun(
  tx: EntityManager,
  runId: string,
  contentHash: string,
  approver: string,
  policy: PayoutPolicy,
  now: Date,
): Promise<void> {
  const run = await lockRun(tx, runId);
  if (run.approved_by === approver && run.content_hash === contentHash && run.state !== 'rejected') return;
  assertMoves(runId, run.state, 'approve');
  const content = await runContent(tx, runId);
  if (contentHash === '' || run.content_hash !== contentHash || content.hash !== contentHash) {
    throw refuse('RUN_CONTENT_CHANGED', `Run ${runId} is not what was shown: read it again before approving`);
  }
  if (run.drafted_by === approver)
    throw refuse('RUN_SECOND_PERSON_REQUIRED', `${approver} drafted run ${runId} and cannot approve it`);
  await tx.query(`update payouts.run set state = 'approved', approved_by = $2, approved_at = $3 where id = $1`, [
    runId,
    approver,
    now,
  ]);
  await enqueue(tx, 'payout-run.dispatch', { runId }, now, {
    runAt: dispatchTime(now, policy),
    dedupeKey: `payout-run.dispatch/${runId}`,
  });
}

/** Rejects a draft: everything it promised becomes payable again, for a later run. */
export async function rejectRun(tx: EntityManager, runId: string, now: Date): Promise<void> {
  const run = await lockRun(tx, runId);
  if (run.state === 'rejected') return;
  assertMoves(runId, run.state, 'reject');
  const payouts = await tx.query<{ id: string }[]>(
    `select id from payouts.payout where run_id = $1 and state = 'reserved'`,
    [runId],
  );
  await advancePayouts(
    tx,
    payouts.map((p) => ({ id: p.id, event: 'release' })),
    now,
  );
  await tx.query(`update payouts.run set state = 'rejected', closed_at = $2 where id = $1`, [runId, now]);
}

/** The first moment from `now` on at which an approved run may be sent. */
function dispatchTime(now: Date, policy: PayoutPolicy): Date {
  const today = instantAt(businessDateOf(now), policy.dispatchAt);
  return now < today ? today : now;
}

async function lockRun(tx: EntityManager, runId: string): Promise<RunRow> {
  const [run] = await tx.query<RunRow[]>(
    `select state, content_hash, drafted_by, approved_by from payouts.run where id = $1 for update`,
    [runId],
  );
  if (!run) throw refuse('RUN_NOT_FOUND', `There is no run ${runId}`);
  return run;
}

function assertMoves(runId: string, state: PayoutRunState, event: PayoutRunEvent): void {
  if (payoutRunMachine.classify(state, event).kind !== 'move') {
    throw refuse('RUN_STATE', `Run ${runId} is ${state}: ${event} comes too late`);
  }
}
