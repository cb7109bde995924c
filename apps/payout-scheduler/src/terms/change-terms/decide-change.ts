import { type Author, authorOf, recordDecision } from '@jeongsan/audit';
import { businessDateOf } from '@jeongsan/calendar';
import type { ApprovalRules, Caller, PendingDecision } from '@jeongsan/nest-kit';
import type { Terms } from '@jeongsan/settlement';
import { statement } from '@jeongsan/sql';
import type { EntityManager } from 'typeorm';
import { addTerms } from '../set-terms/set-terms.js';
import { approvedState, staleChange, stateAfter } from './approved-state.js';
import { changeContent, scopeOf } from './change-content.js';
import { changeFacts, type ChangeRecord, findChange } from './change-record.js';
import { waitingLines, writeSteps } from './changed-lines.js';
import { followSeller } from './follow-cancels.js';
import { lockSeller, postAdjustment } from './post-adjustment.js';

const KIND = 'TERMS_CHANGE';

const APPROVE = statement(`
  update payouts.terms_change
     set state = :state, decided_by = :decidedBy, decided_at = :decidedAt,
         approval = (select coalesce(max(approval), 0) + 1 from payouts.terms_change where seller_id = :sellerId)
   where id = :changeId`);

/**
 * Approves exactly the change that was shown. Orders from today (or from the change's future date) on fall under the
 * new terms; the differences on past orders are posted. A repeated approval changes nothing. @throws
 * TERMS_CHANGE_NOT_FOUND, TERMS_CHANGE_STATE, TERMS_CHANGE_SECOND_PERSON_REQUIRED, APPROVAL_LIMIT_EXCEEDED,
 * REAUTHENTICATION_REQUIRED, TERMS_CHANGE_STALE, and the errors of addTerms
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
  const state = approvedState(KIND, change, { contentHash, caller, rules, pending: pendingChange(change), now });
  if (state === null) return;
  const { sellerId, effectiveFrom } = change;
  const today = businessDateOf(now);
  if (change.isEstimate && effectiveFrom <= today)
    throw staleChange(KIND, changeId, `orders of ${effectiveFrom} may exist by now`);
  const terms: Terms = { sellerId, effectiveFrom, ...change.terms };
  await addTerms(tx, { ...terms, effectiveFrom: change.isEstimate ? effectiveFrom : today }, caller.actor, now);
  if (!change.isEstimate) await requireUnchanged(tx, change, terms, now);
  await APPROVE.rows(tx, { changeId, state, decidedBy: caller.actor, decidedAt: now, sellerId });
  if (!change.isEstimate) await postAdjustment(tx, sellerId, changeId, change.total, now);
  await recordDecided(tx, change, 'approved', caller, now);
}

async function recordDecided(
  tx: EntityManager,
  change: ChangeRecord,
  state: 'approved' | 'rejected',
  author: Author,
  now: Date,
): Promise<void> {
  const before = changeFacts(change);
  const decided = { subject: change.id, ...authorOf(author), reason: null, before, after: { ...before, state } };
  await recordDecision(tx, { kind: `terms-change.${state}`, ...decided }, now);
}

/**
 * The decision with its amount: the absolute sum that the change moves. Null for terms that began on the day of the proposal or
 * later, and for those that move nothing: what they decide is orders to come, and these have no sum.
 */
function pendingChange({ id, effectiveFrom, total, proposedBy, proposedAt }: ChangeRecord): PendingDecision {
  const moved = total.net < 0n ? -total.net : total.net;
  const isOfOrdersToCome = moved === 0n || effectiveFrom >= businessDateOf(proposedAt);
  return {
    kind: 'termsChange',
    subject: `Terms change ${id}`,
    amount: isOfOrdersToCome ? null : moved,
    askedBy: [proposedBy],
  };
}

/**
 * Throws if the lines differ from those that were shown. Holds the seller's lock, so that the compared lines are the
 * posted ones. Unpaid lines are recorded, to be adjusted once they are paid.
 */
async function requireUnchanged(tx: EntityManager, change: ChangeRecord, terms: Terms, now: Date): Promise<void> {
  await lockSeller(tx, change.sellerId);
  // The previous change is brought up to date first, so that cancels since then count for that change and not for this
  // one.
  await followSeller(tx, change.sellerId, now);
  const scope = scopeOf(terms, now);
  const content = await changeContent(tx, scope, terms);
  if (content.hash !== change.contentHash)
    throw staleChange(KIND, change.id, 'orders or cancels came since it was shown');
  for await (const lines of waitingLines(tx, scope, terms)) await writeSteps(tx, change.id, 1, lines, now);
}

const REJECT = statement(
  `update payouts.terms_change set state = :state, decided_by = :decidedBy, decided_at = :decidedAt where id = :changeId`,
);

/** Rejects a change; a repeat changes nothing. @throws TERMS_CHANGE_NOT_FOUND, TERMS_CHANGE_STATE */
export async function rejectChange(tx: EntityManager, changeId: string, author: Author, now: Date): Promise<void> {
  const change = await findChange(tx, changeId, 'for update');
  if (change.state === 'rejected') return;
  const state = stateAfter(KIND, change, 'reject');
  await REJECT.rows(tx, { changeId, state, decidedBy: author.actor, decidedAt: now });
  await recordDecided(tx, change, 'rejected', author, now);
}
