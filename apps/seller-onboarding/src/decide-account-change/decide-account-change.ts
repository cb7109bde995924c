import { authorOf, recordDecision } from '@jeongsan/audit';
import { type Executor, transaction } from '@jeongsan/database';
import { type Actor, type ApprovalRules, assertMayDecide, type Caller, isPerson } from '@jeongsan/nest-kit';
import { refuse } from '@jeongsan/platform-contract';
import { changeSeller } from '../advance-seller.js';
import { advanceChange, type AccountChangeRow } from '../change-account/account-changes.js';
import { maskedFacts } from '../change-account/change-account.js';
import { FOR_A_PERSON } from '../change-account/take-change.js';
import type { Onboarding } from '../onboarding.js';
import { lockSeller } from '../seller-row.js';

type Decider = Readonly<{ caller: Caller; reason: string }>;

/**
 * Confirms the account of one change, so that the seller can be paid to it; a later change needs its own confirmation.
 * The confirming person must not be the one who asked. Throws ACCOUNT_SECOND_PERSON_REQUIRED, APPROVAL_LIMIT_EXCEEDED,
 * REAUTHENTICATION_REQUIRED, ACCOUNT_CHANGE_NOT_FOUND, ACCOUNT_CHANGE_STATE. A repeat by the same person changes
 * nothing.
 */
export async function confirmChange(
  { db, now, approval }: Pick<Onboarding, 'db' | 'now' | 'approval'>,
  changeId: string,
  { caller, reason }: Decider,
): Promise<AccountChangeRow> {
  return transaction(db, async (tx) => {
    const { change, seller } = await lockChange(tx, changeId);
    assertMayConfirm(caller, change, approval);
    if (change.state === 'confirmed' && change.decided_by === caller.actor) return change;
    const decided = { decided_by: caller.actor, decided_at: now(), reason };
    const confirmed = await advanceChange(tx, change, 'confirm', decided, now());
    await changeSeller(tx, seller, { account_held_until: null }, now());
    await recordDecided(tx, change, confirmed, caller, now());
    return confirmed;
  });
}

/**
 * Rejects the account of one change: the seller is not paid until it has another account. The person who asked for the
 * change and an API key may reject too, because stopping a payment needs less authority than allowing one. Throws
 * ACCOUNT_CHANGE_NOT_FOUND, ACCOUNT_CHANGE_STATE.
 */
export async function rejectChange(
  { db, now }: Pick<Onboarding, 'db' | 'now'>,
  changeId: string,
  { caller, reason }: Decider,
): Promise<AccountChangeRow> {
  return transaction(db, async (tx) => {
    const { change, seller } = await lockChange(tx, changeId);
    if (change.state === 'rejected') return change;
    const decided = { decided_by: caller.actor, decided_at: now(), reason };
    const rejected = await advanceChange(tx, change, 'reject', decided, now());
    await changeSeller(tx, seller, { account_held_until: FOR_A_PERSON }, now());
    await recordDecided(tx, change, rejected, caller, now());
    return rejected;
  });
}

async function recordDecided(
  tx: Executor,
  asked: AccountChangeRow,
  decided: AccountChangeRow,
  caller: Caller,
  now: Date,
): Promise<void> {
  const kind = decided.state === 'confirmed' ? 'account-change.confirmed' : 'account-change.rejected';
  const facts = { before: changeFacts(asked), after: changeFacts(decided) };
  const { id: subject, reason } = decided;
  await recordDecision(tx, { kind, subject, ...authorOf(caller), reason, ...facts }, now);
}

const changeFacts = (change: AccountChangeRow) => ({
  ...{ sellerId: change.seller_id, state: change.state },
  ...maskedFacts(change),
});

/**
 * Throws unless the caller is a person other than the one who asked; a change asked for by an API key may be confirmed
 * by any person. Every later payout goes to the account, so the decision has no maximum amount: it takes a person
 * without a limit who has just signed in.
 */
function assertMayConfirm(caller: Caller, { id, asked_by: by }: AccountChangeRow, rules: ApprovalRules): void {
  const askedBy = isPerson(by as Actor) ? [by as Actor] : [];
  assertMayDecide(caller, { kind: 'accountChange', subject: `Change of account ${id}`, amount: null, askedBy }, rules);
}

/**
 * Locks the seller before the change, in the same order as everywhere: a new change of the account and a decision on
 * the old one wait for each other instead of deadlocking.
 */
async function lockChange(tx: Executor, changeId: string) {
  const sql = `select * from onboarding.account_change where id = $1`;
  const [found] = await tx.query<AccountChangeRow[]>(sql, [changeId]);
  if (!found) throw refuse('ACCOUNT_CHANGE_NOT_FOUND', `There is no change of account ${changeId}`);
  const seller = await lockSeller(tx, found.seller_id);
  const [change] = await tx.query<AccountChangeRow[]>(sql, [changeId]);
  return { change: change ?? found, seller };
}
