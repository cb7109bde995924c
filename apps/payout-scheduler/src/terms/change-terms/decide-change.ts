import { businessDateOf } from '@jeongsan/calendar';
import { type Actor, type ApprovalRules, assertMayDecide, type Caller, type PendingDecision } from '@jeongsan/nest-kit';
import { refuse } from '@jeongsan/platform-contract';
import type { Terms } from '@jeongsan/settlement';
import { termsChangeMachine, type TermsChangeEvent, type TermsChangeState } from '@jeongsan/state-machines';
import type { EntityManager } from 'typeorm';
import { addTerms } from '../set-terms/set-terms.js';
import { changeContent, scopeOf } from './change-content.js';
import { type ChangeRecord, findChange } from './change-record.js';
import { waitingLines, writeSteps } from './changed-lines.js';
import { followSeller } from './follow-cancels.js';
import { lockSeller, postAdjustment } from './post-adjustment.js';

/**
 * Approves exactly what was shown. Orders from today on, or from the day to come, fall under the new terms; what those of the past earn
 * more or less is posted. Repeating an approval changes nothing.
 * @throws TERMS_CHANGE_NOT_FOUND, TERMS_CHANGE_STATE, TERMS_CHANGE_SECOND_PERSON_REQUIRED, APPROVAL_LIMIT_EXCEEDED, REAUTHENTICATION_REQUIRED,
 *   TERMS_CHANGE_STALE, and what addTerms throws
 */
export async function approveChange(
  tx: EntityManager,
  changeId: string,
  contentHash: string,
  caller: Caller,
  rules: ApprovalRules,
  now: Date,
): Promise<void> {
  const change = await findChange(tx, changeId, 'for update');
  if (change.state === 'approved' && change.decidedBy === caller.actor && change.contentHash === contentHash) return;
  const state = stateAfter(change, 'approve');
  assertMayDecide(caller, pendingChange(change), rules);
  if (change.contentHash !== contentHash) throw stale(changeId, 'it is not what was shown');
  const { sellerId, effectiveFrom } = change;
  const today = businessDateOf(now);
  if (change.isEstimate && effectiveFrom <= today) throw stale(changeId, `orders of ${effectiveFrom} may exist by now`);
  const terms: Terms = { sellerId, effectiveFrom, ...change.terms };
  await addTerms(tx, { ...terms, effectiveFrom: change.isEstimate ? effectiveFrom : today }, caller.actor, now);
  if (!change.isEstimate) await requireUnchanged(tx, change, terms, now);
  await tx.query(
    `update payouts.terms_change
        set state = $2, decided_by = $3, decided_at = $4,
            approval = (select coalesce(max(approval), 0) + 1 from payouts.terms_change where seller_id = $5)
      where id = $1`,
    [changeId, state, caller.actor, now, sellerId],
  );
  if (!change.isEstimate) await postAdjustment(tx, sellerId, changeId, change.total, now);
}

/** The sum of what the change moves, in either direction. Null for terms of a day to come: their orders do not exist yet. */
function pendingChange({ id, isEstimate, total, proposedBy }: ChangeRecord): PendingDecision {
  const moved = total.net < 0n ? -total.net : total.net;
  return {
    kind: 'termsChange',
    subject: `Terms change ${id}`,
    amount: isEstimate ? null : moved,
    askedBy: [proposedBy],
  };
}

/** Under the seller's lock, so that what was compared is what is posted. Lines that are not paid yet are noted for when they are. */
async function requireUnchanged(tx: EntityManager, change: ChangeRecord, terms: Terms, now: Date): Promise<void> {
  await lockSeller(tx, change.sellerId);
  // What the change before this one owes the cancels since belongs to that one.
  await followSeller(tx, change.sellerId, now);
  const scope = scopeOf(terms, now);
  const content = await changeContent(tx, scope, terms);
  if (content.hash !== change.contentHash) throw stale(change.id, 'orders or cancels came since it was shown');
  for await (const lines of waitingLines(tx, scope, terms)) await writeSteps(tx, change.id, 1, lines, now);
}

const stale = (changeId: string, why: string) =>
  refuse('TERMS_CHANGE_STALE', `Change ${changeId} cannot be approved, since ${why}: propose it again`);

/** @throws TERMS_CHANGE_NOT_FOUND, TERMS_CHANGE_STATE */
export async function rejectChange(tx: EntityManager, changeId: string, by: Actor, now: Date): Promise<void> {
  const change = await findChange(tx, changeId, 'for update');
  if (change.state === 'rejected') return;
  const state = stateAfter(change, 'reject');
  await tx.query(`update payouts.terms_change set state = $2, decided_by = $3, decided_at = $4 where id = $1`, [
    changeId,
    state,
    by,
    now,
  ]);
}

function stateAfter({ id, state }: ChangeRecord, event: TermsChangeEvent): TermsChangeState {
  const verdict = termsChangeMachine.classify(state, event);
  if (verdict.kind === 'move') return verdict.to;
  throw refuse('TERMS_CHANGE_STATE', `Change ${id} is ${state}: it cannot ${event}`, { state });
}
