import { emit } from '@jeongsan/database';
import { type ApprovalRules, assertMayRelease, type Caller } from '@jeongsan/nest-kit';
import type { EntityManager } from 'typeorm';
import { deciderOf } from '../../payout-store/decider.js';
import { DISPATCH, lockControl, recordDispatchDecision } from '../dispatch-control/control-row.js';
import { takeUpWaiting, waitingAmount } from '../dispatch-control/waiting-work.js';

/**
 * Ends a halt. Waiting work is enqueued in the same transaction, unless a lock remains. Throws PERSON_REQUIRED for a
 * key, DISPATCH_REAUTHENTICATION_REQUIRED when the waiting amount is as large as a run that requires it. A repeat
 * changes nothing.
 */
export async function resumeDispatch(
  tx: EntityManager,
  reason: string,
  caller: Caller,
  rules: ApprovalRules,
  now: Date,
): Promise<void> {
  // The control is locked before waiting work is read: a sender that puts a batch back meanwhile is either seen here,
  // or sees that sending has resumed.
  const control = await lockControl(tx);
  if (!control.halted) return;
  assertMayRelease(caller, await waitingAmount(tx), rules);
  await tx.query(`update payouts.dispatch_control set halted = false`);
  const decisionId = await recordDispatchDecision(
    tx,
    { action: 'resumed', reason, ...deciderOf(caller) },
    control,
    now,
  );
  if (!control.locked) await goOn(tx, decisionId, now);
}

/** Enqueues the waiting work and emits the event, after nothing stops sending any more. */
export async function goOn(tx: EntityManager, decisionId: string, now: Date): Promise<void> {
  await takeUpWaiting(tx, decisionId, now);
  await emit(tx, 'dispatch.resumed', [{ entityId: DISPATCH, data: { decisionId } }], now);
}
