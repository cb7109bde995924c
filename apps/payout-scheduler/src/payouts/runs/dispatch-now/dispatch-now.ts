import { authorOf, recordDecision } from '@jeongsan/audit';
import { enqueue } from '@jeongsan/database';
import { type ApprovalRules, assertMayRelease, type Caller } from '@jeongsan/nest-kit';
import { refuse } from '@jeongsan/platform-contract';
import { payoutRunStates, type PayoutRunState } from '@jeongsan/state-machines';
import type { EntityManager } from 'typeorm';
import { lockRun } from '../../payout-store/run-row.js';

const sendable: ReadonlySet<PayoutRunState> = new Set(payoutRunStates.maySend);

/**
 * Sends an approved run now instead of at its dispatch time. Only the time changes: the job is the one of the schedule, with its
 * gates, limits and balance. Throws RUN_NOT_FOUND, RUN_STATE, PERSON_REQUIRED for a key, and DISPATCH_REAUTHENTICATION_REQUIRED
 * when the run's total needs a fresh sign-in.
 */
export async function dispatchNow(
  tx: EntityManager,
  runId: string,
  reason: string,
  caller: Caller,
  rules: ApprovalRules,
  now: Date,
): Promise<void> {
  const run = await lockRun(tx, runId);
  if (!sendable.has(run.state)) throw refuse('RUN_STATE', `Run ${runId} is ${run.state}: only an approved run is sent`);
  assertMayRelease(caller, run.total, rules);
  const after = { businessDate: run.business_date, total: run.total, state: run.state };
  const decided = { subject: runId, ...authorOf(caller), reason, before: null, after };
  await recordDecision(tx, { kind: 'run.dispatched', ...decided }, now);
  // A job of its own, also beside one that runs: that one may have read the balance or the limits before they changed. Whichever comes
  // later finds nothing left to send.
  await enqueue(tx, 'payout-run.dispatch', { runId }, now);
}
