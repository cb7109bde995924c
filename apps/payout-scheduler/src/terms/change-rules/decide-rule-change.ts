import { randomUUID } from 'node:crypto';
import { type Author, authorOf, recordDecision } from '@jeongsan/audit';
import { businessDateOf } from '@jeongsan/calendar';
import { lockBalances } from '@jeongsan/database';
import { chart } from '@jeongsan/ledger';
import { type ApprovalRules, assertMayDecide, type Caller, type PendingDecision } from '@jeongsan/nest-kit';
import { statement } from '@jeongsan/sql';
import type { EntityManager } from 'typeorm';
import { approvedState, staleChange, stateAfter } from '../change-terms/approved-state.js';
import { writeSteps } from '../change-terms/changed-lines.js';
import { followSeller } from '../change-terms/follow-cancels.js';
import { postAdjustment } from '../change-terms/post-adjustment.js';
import { insertRule } from '../commission-rules/create-rule.js';
import { writeEnd } from '../commission-rules/end-rule.js';
import { writeSeller } from './propose-rule-change.js';
import { hashOf, ruleChangeContent, type SellerContent, sellersOf } from './rule-change-content.js';
import { askedDocument, findRuleChange, type RuleChange, ruleChangeFacts } from './rule-change-record.js';
import type { RuleScope } from './ruled-lines.js';
import { scopeOfChange } from './rule-scope.js';

const KIND = 'RULE_CHANGE';

/**
 * Approves exactly the change that was shown: the rule begins or ends, and the differences of the shown lines are posted, one
 * posting for each seller. Lines that were paid or registered since the proposal are adjusted by the next follow-up, and those that
 * are paid count against the approver's limit. A repeated approval changes nothing. @throws RULE_CHANGE_NOT_FOUND,
 * RULE_CHANGE_STATE, RULE_CHANGE_SECOND_PERSON_REQUIRED, APPROVAL_LIMIT_EXCEEDED, REAUTHENTICATION_REQUIRED, RULE_CHANGE_STALE,
 * and the errors of scopeOfChange
 */
export async function approveRuleChange(
  tx: EntityManager,
  changeId: string,
  contentHash: string,
  caller: Caller,
  rules: ApprovalRules,
  now: Date,
): Promise<void> {
  const change = await findRuleChange(tx, changeId, 'for update');
  const state = approvedState(KIND, change, {
    contentHash,
    caller,
    rules,
    pending: pendingChange(change, now, asShown(change)),
    now,
  });
  if (state === null) return;
  // The dates were checked at the proposal. At midnight a rule of today becomes one of yesterday, which is the same change.
  const scope = await scopeOfChange(tx, change.asked, now);
  const sellerIds = await lockSellers(tx, scope, now);
  const ids = await sellerChanges(tx, changeId);
  const shown = await requireUnchanged(tx, change, scope, sellerIds, ids, now);
  assertMayDecide(caller, pendingChange(change, now, { to: scope.to, since: movedSince(shown) }), rules);
  if (change.asked.kind === 'begin') await insertRule(tx, change.asked.rule, caller.actor, now);
  else await writeEnd(tx, change.ruleId, change.asked.effectiveTo, caller.actor);
  await DECIDE_SELLERS.rows(tx, { changeId, state, decidedBy: caller.actor, decidedAt: now });
  await DECIDE.rows(tx, { changeId, state, decidedBy: caller.actor, decidedAt: now });
  for (const { sellerId, total, lineCount } of shown) {
    const id = ids.get(sellerId);
    if (id !== undefined && lineCount > 0) await postAdjustment(tx, sellerId, id, total, now);
  }
  await recordDecided(tx, change, 'approved', caller, now);
}

async function recordDecided(
  tx: EntityManager,
  change: RuleChange,
  state: 'approved' | 'rejected',
  author: Author,
  now: Date,
): Promise<void> {
  const before = ruleChangeFacts(change);
  const decided = { subject: change.id, ...authorOf(author), reason: null, before, after: { ...before, state } };
  await recordDecision(tx, { kind: `rule-change.${state}`, ...decided }, now);
}

/** The last date of a change is known once its scope is read; null: it has none. `since`: won that later lines move. */
type Seen = Readonly<{ to: string | null; since: bigint }>;

/**
 * The decision with its amount: the won that the change moves, those of lines that came since the proposal included. Null for a
 * change that holds for days to come and began on the day of the proposal or later, or was shown to move nothing: orders to
 * come have no sum.
 */
function pendingChange(change: RuleChange, now: Date, { to, since }: Seen): PendingDecision {
  const { id, effectiveFrom, moved, proposedBy, proposedAt } = change;
  const isOpen = to === null || to > businessDateOf(now);
  const isOfOrdersToCome = isOpen && (moved === 0n || effectiveFrom >= businessDateOf(proposedAt));
  return {
    kind: 'ruleChange',
    subject: `Rule change ${id}`,
    amount: isOfOrdersToCome ? null : moved + since,
    askedBy: [proposedBy],
  };
}

/** What is seen of a change before its scope is read: the end of a rule that is ended is not known yet. */
const asShown = ({ asked, effectiveFrom }: RuleChange): Seen => ({
  to: asked.kind === 'begin' ? asked.rule.effectiveTo : effectiveFrom,
  since: 0n,
});

/** The won that the paid lines of the time since the proposal move, for all sellers. */
const movedSince = (contents: readonly SellerContent[]): bigint =>
  contents.reduce((sum, { since }) => sum + (since < 0n ? -since : since), 0n);

const DECIDE = statement(
  `update payouts.rule_change set state = :state, decided_by = :decidedBy, decided_at = :decidedAt where id = :changeId`,
);

const DECIDE_SELLERS = statement(`
  update payouts.terms_change c
     set state = :state, decided_by = :decidedBy, decided_at = :decidedAt,
         approval = case when :state = 'approved'
           then (select coalesce(max(m.approval), 0) + 1 from payouts.terms_change m where m.seller_id = c.seller_id) end
   where c.rule_change_id = :changeId`);

/**
 * Locks the accounts of all sellers of the change in one call, which locks in the order of codes, and brings their earlier changes
 * up to date, so that cancels since then count for those and not for this one.
 */
async function lockSellers(tx: EntityManager, scope: RuleScope, now: Date): Promise<string[]> {
  const sellerIds = await sellersOf(tx, scope);
  const accounts = sellerIds.flatMap((id) => [chart.sellerPending(id), chart.sellerPayable(id), chart.sellerDebt(id)]);
  if (accounts.length > 0) await lockBalances(tx, accounts);
  for (const sellerId of sellerIds) await followSeller(tx, sellerId, now);
  return sellerIds;
}

/** The ids under which the change posts, by seller. */
async function sellerChanges(tx: EntityManager, changeId: string): Promise<Map<string, string>> {
  const rows = await tx.query<{ id: string; sellerId: string }[]>(
    `select id, seller_id as "sellerId" from payouts.terms_change where rule_change_id = $1`,
    [changeId],
  );
  return new Map(rows.map(({ id, sellerId }) => [sellerId, id]));
}

/**
 * Throws if a shown line differs from what was shown. The caller holds the locks of the sellers, so that the compared lines are the
 * posted ones. Lines that were not shown are written as waiting for the next follow-up.
 */
async function requireUnchanged(
  tx: EntityManager,
  { id: ruleChangeId, asked, contentHash, proposedBy }: RuleChange,
  scope: RuleScope,
  sellerIds: readonly string[],
  ids: Map<string, string>,
  now: Date,
): Promise<SellerContent[]> {
  const shownIds = new Set(ids.keys());
  const changeIdOf = (sellerId: string): string => {
    const known = ids.get(sellerId) ?? randomUUID();
    ids.set(sellerId, known);
    return known;
  };
  const contents = await ruleChangeContent(
    tx,
    scope,
    sellerIds,
    { changeIdOf, isProposed: true },
    (sellerId, _lines, waiting) => writeSteps(tx, changeIdOf(sellerId), 1, waiting, now),
  );
  if (hashOf(askedDocument(asked), contents) !== contentHash)
    throw staleChange(KIND, ruleChangeId, 'cancels or other changes came since it was shown');
  for (const content of contents) {
    const { sellerId, waitingCount } = content;
    if (shownIds.has(sellerId) || waitingCount === 0) continue;
    await writeSeller(tx, { id: changeIdOf(sellerId), ruleChangeId, from: scope.from, by: proposedBy, now }, content);
  }
  return contents;
}

/** Rejects a change of a rule; a repeat changes nothing. @throws RULE_CHANGE_NOT_FOUND, RULE_CHANGE_STATE */
export async function rejectRuleChange(tx: EntityManager, changeId: string, author: Author, now: Date): Promise<void> {
  const change = await findRuleChange(tx, changeId, 'for update');
  if (change.state === 'rejected') return;
  const state = stateAfter(KIND, change, 'reject');
  const decided = { changeId, state, decidedBy: author.actor, decidedAt: now };
  await DECIDE_SELLERS.rows(tx, decided);
  await DECIDE.rows(tx, decided);
  await recordDecided(tx, change, 'rejected', author, now);
}
