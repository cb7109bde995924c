import { type Executor, transaction } from '@jeongsan/database';
import { type Actor, type ApprovalRules, assertMayDecide, type Caller, isPerson } from '@jeongsan/nest-kit';
import { refuse } from '@jeongsan/platform-contract';
import { changeSeller } from '../advance-seller.js';
import { advanceChange, type AccountChangeRow } from '../change-account/account-changes.js';
import { FOR_A_PERSON } from '../change-account/take-change.js';
import type { Onboarding } from '../onboarding.js';
import { lockSeller } from '../seller-row.js';

type Decider = Readonly<{ caller: Caller; reason: string }>;

/**
 * Lets the seller be paid to the account of this change, as another person than who asked for it. A later change has an account of
 * its own and is not meant. Throws ACCOUNT_SECOND_PERSON_REQUIRED, APPROVAL_LIMIT_EXCEEDED,
 * REAUTHENTICATION_REQUIRED, ACCOUNT_CHANGE_NOT_FOUND, ACCOUNT_CHANGE_STATE. The same person confirming again changes nothing.
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
    return confirmed;
  });
}

/**
 * Keeps the seller from being paid until it has another account: this one is not the seller's, as far as somebody knows. Who asked for
 * the change may do so, too, and so may a key: stopping is easy. Throws ACCOUNT_CHANGE_NOT_FOUND, ACCOUNT_CHANGE_STATE.
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
    return rejected;
  });
}

/**
 * A person, and another one than who asked. What a key asked for any person may look at. Every later payout goes to the account, so no
 * sum bounds what is decided: it takes somebody without a limit who has just signed in.
 */
function assertMayConfirm(caller: Caller, { id, asked_by: by }: AccountChangeRow, rules: ApprovalRules): void {
  const askedBy = isPerson(by as Actor) ? [by as Actor] : [];
  assertMayDecide(caller, { kind: 'accountChange', subject: `Change of account ${id}`, amount: null, askedBy }, rules);
}

/** The seller first, as everywhere: who changes its account again waits for the decision, or the decision for that. */
async function lockChange(tx: Executor, changeId: string) {
  const sql = `select * from onboarding.account_change where id = $1`;
  const [found] = await tx.query<AccountChangeRow[]>(sql, [changeId]);
  if (!found) throw refuse('ACCOUNT_CHANGE_NOT_FOUND', `There is no change of account ${changeId}`);
  const seller = await lockSeller(tx, found.seller_id);
  const [change] = await tx.query<AccountChangeRow[]>(sql, [changeId]);
  return { change: change ?? found, seller };
}
