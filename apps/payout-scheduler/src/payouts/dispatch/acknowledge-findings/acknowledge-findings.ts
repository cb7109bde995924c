import { type ApprovalRules, assertMayRelease, type Caller } from '@jeongsan/nest-kit';
import { refuse } from '@jeongsan/platform-contract';
import type { EntityManager } from 'typeorm';
import { deciderOf } from '../../payout-store/decider.js';
import { lockControl, recordDispatchDecision } from '../dispatch-control/control-row.js';
import { waitingAmount } from '../dispatch-control/waiting-work.js';
import { goOn } from '../resume-dispatch/resume-dispatch.js';

/**
 * Lifts the lock after a person has looked at the findings: sellers without a finding are paid again, the others stay
 * held until their holds are released. Throws DISPATCH_FINDINGS_CHANGED when the number of open findings differs from
 * the number shown, and PERSON_REQUIRED and DISPATCH_REAUTHENTICATION_REQUIRED like resuming does. Without a lock
 * nothing changes.
 */
export async function acknowledgeFindings(
  tx: EntityManager,
  asked: Readonly<{ reason: string; openFindings: number }>,
  caller: Caller,
  rules: ApprovalRules,
  now: Date,
): Promise<void> {
  const control = await lockControl(tx);
  if (!control.locked) return;
  const [open] = await tx.query<{ count: bigint }[]>(
    `select count(*) from payouts.provider_finding where acknowledgement_id is null`,
  );
  if (open?.count !== BigInt(asked.openFindings))
    throw refuse(
      'DISPATCH_FINDINGS_CHANGED',
      `${open?.count} findings are open, not ${asked.openFindings}: read them again`,
    );
  assertMayRelease(caller, await waitingAmount(tx), rules);
  const decision = {
    action: 'acknowledged',
    reason: asked.reason,
    findings: asked.openFindings,
    ...deciderOf(caller),
  } as const;
  const decisionId = await recordDispatchDecision(tx, decision, control, now);
  await tx.query(`update payouts.provider_finding set acknowledgement_id = $1 where acknowledgement_id is null`, [
    decisionId,
  ]);
  await tx.query(`update payouts.dispatch_control set locked = false`);
  if (!control.halted) await goOn(tx, decisionId, now);
}
