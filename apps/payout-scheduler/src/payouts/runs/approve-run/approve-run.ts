import { systemAuthor } from '@jeongsan/audit';
import { businessDateOf, instantAt } from '@jeongsan/calendar';
import { enqueue } from '@jeongsan/database';
import { type ApprovalRules, assertMayDecide, type Caller, systemActors } from '@jeongsan/nest-kit';
import { refuse } from '@jeongsan/platform-contract';
import { payoutRunStates, type PayoutRunState } from '@jeongsan/state-machines';
import type { EntityManager } from 'typeorm';
import type { PayoutPolicy } from '@jeongsan/payouts';
import { reissuedBy } from '../../../closing/reissues/open-reissues.js';
import { type Decider, deciderOf } from '../../payout-store/decider.js';
import { readRunOverrides } from '../override-run/override-run.js';
import { runFingerprint } from '../../payout-store/run-content.js';
import { assertMoves, lockRun, recordRunDecision } from '../../payout-store/run-row.js';

/** The approver of a run: the policy, for runs that need no person, or a person, who is bound by the approval rules. */
export type Approver = { kind: 'policy' } | { kind: 'person'; caller: Caller; rules: ApprovalRules };

/** The states in which a run has been approved already. */
const approvedStates: ReadonlySet<PayoutRunState> = new Set(payoutRunStates.approved);

/**
 * Approves exactly the content that was shown. Throws RUN_STATE, RUN_CONTENT_CHANGED when the payouts do not fit their
 * hash, and RUN_SECOND_PERSON_REQUIRED, RUN_LIMIT_EXCEEDED and RUN_REAUTHENTICATION_REQUIRED by the approval rules. A
 * repeated approval changes nothing. A stopped run can be approved again once its content fits its hash.
 */
export async function approveRun(
  tx: EntityManager,
  runId: string,
  contentHash: string,
  approver: Approver,
  policy: PayoutPolicy,
  now: Date,
): Promise<void> {
  const decider = deciderAs(approver);
  const by = decider.actor;
  const run = await lockRun(tx, runId);
  if (run.approved_by === by && run.content_hash === contentHash && approvedStates.has(run.state)) return;
  assertMoves(run, 'approve');
  const content = await runFingerprint(tx, runId);
  if (contentHash === '' || run.content_hash !== contentHash || content.hash !== contentHash) {
    throw refuse('RUN_CONTENT_CHANGED', `Run ${runId} is not what was shown: read it again before approving`);
  }
  if (approver.kind === 'person') {
    // A person who let the run pass a limit, or asked for one of its reissues, cannot be the second person.
    const askedBy = [
      run.drafted_by,
      ...(await readRunOverrides(tx, runId)).map(({ placedBy }) => placedBy),
      ...(await reissuedBy(tx, runId)),
    ];
    const pending = { kind: 'run', subject: `Run ${runId}`, amount: content.total, askedBy } as const;
    assertMayDecide(approver.caller, pending, approver.rules);
  }
  await tx.query(`update payouts.run set state = 'approved', approved_by = $2, approved_at = $3 where id = $1`, [
    runId,
    by,
    now,
  ]);
  await recordRunDecision(tx, run, { action: 'approved', ...decider }, now);
  await enqueue(tx, 'payout-run.dispatch', { runId }, now, {
    runAt: dispatchTime(now, policy),
    dedupeKey: `payout-run.dispatch/${runId}`,
  });
}

const deciderAs = (approver: Approver): Decider =>
  approver.kind === 'policy' ? { ...systemAuthor(systemActors.policy), role: 'policy' } : deciderOf(approver.caller);

/** The first time from `now` on at which an approved run may be sent. */
function dispatchTime(now: Date, policy: PayoutPolicy): Date {
  const today = instantAt(businessDateOf(now), policy.dispatchAt);
  return now < today ? today : now;
}
