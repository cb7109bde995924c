import { type Author, authorOf, recordDecision } from '@jeongsan/audit';
import { addDays, businessDateOf, instantAt } from '@jeongsan/calendar';
import {
  type Actor,
  type ApprovalRules,
  assertMayActAlone,
  assertMayAsk,
  assertMayDecide,
  type Caller,
} from '@jeongsan/nest-kit';
import { statement } from '@jeongsan/sql';
import { sellerAdjustmentMachine } from '@jeongsan/state-machines';
import type { EntityManager } from 'typeorm';
import { assertSellerKnown } from '../../terms/known-seller.js';
import { type Adjustment, findAdjustment, postAdjusted, stateAfter, writeDecision } from './adjustment-record.js';

/** How far back adjustments of a person count towards the limit of that person alone. */
const ALONE_DAYS = 30;

export type AdjustmentPolicy = Readonly<{ approval: ApprovalRules; adjustAloneUpTo: bigint }>;
type Asked = Readonly<{
  /** The same for each repeat of a request. */
  id: string;
  sellerId: string;
  amount: bigint;
  reason: string;
  reference?: string | undefined;
}>;

const PROPOSE = statement(`
  insert into payouts.seller_adjustment (id, seller_id, amount, reason, reference, state, proposed_by, proposed_at)
  values (:id, :sellerId, :amount, :reason, :reference, :state, :proposedBy, :proposedAt)
  on conflict (id) do nothing returning id`);

/**
 * Proposes an adjustment, and posts it at once when one person may do so. Throws ADJUSTMENT_SECOND_PERSON_REQUIRED for a
 * key, SELLER_NOT_FOUND, REAUTHENTICATION_REQUIRED. A repeat changes nothing: the first one may have been carried out by a process
 * that died before it answered.
 */
export async function proposeAdjustment(
  tx: EntityManager,
  { id, sellerId, amount, reason, reference }: Asked,
  caller: Caller,
  policy: AdjustmentPolicy,
  now: Date,
): Promise<Adjustment> {
  assertMayAsk(caller, 'adjustment');
  await assertSellerKnown(tx, sellerId);
  const asked = { id, sellerId, amount, reason, reference: reference ?? null };
  const made = await PROPOSE.rows(tx, {
    ...asked,
    ...{ state: sellerAdjustmentMachine.initial, proposedBy: caller.actor, proposedAt: now },
  });
  if (made.length === 0) return findAdjustment(tx, id);
  const after = { sellerId, amount, reference: asked.reference, state: sellerAdjustmentMachine.initial };
  await recordDecision(
    tx,
    { kind: 'adjustment.proposed', subject: id, ...authorOf(caller), reason, before: null, after },
    now,
  );
  const aloneLimit = policy.adjustAloneUpTo;
  const alone = await movedAlone(tx, sellerId, caller.actor, now);
  if (alone + sizeOf(amount) > aloneLimit) return findAdjustment(tx, id);
  const pending = { kind: 'adjustment', subject: `Adjustment ${id}`, amount: sizeOf(amount), askedBy: [] } as const;
  assertMayActAlone(caller, pending, policy.approval);
  return postAdjusted(tx, await findAdjustment(tx, id), { author: caller, decidedAt: now, aloneLimit });
}

const sizeOf = (amount: bigint): bigint => (amount < 0n ? -amount : amount);

const MOVED_ALONE = statement(`
  select coalesce(sum(abs(amount)), 0)::bigint as amount from payouts.seller_adjustment
   where seller_id = :sellerId and decided_by = :actor and alone_limit is not null and decided_at >= :since`);

/**
 * Won that a person alone gave to, or took from, a seller within the last 30 days: the limit cannot be passed in parts. The lock
 * lasts until the transaction ends, so that two requests at once count each other.
 */
async function movedAlone(tx: EntityManager, sellerId: string, actor: Actor, now: Date): Promise<bigint> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('adjustment/' || $1, 0))`, [sellerId]);
  const since = instantAt(addDays(businessDateOf(now), -ALONE_DAYS), '00:00:00');
  const [row] = await MOVED_ALONE.rows<{ amount: bigint }>(tx, { sellerId, actor, since });
  return row?.amount ?? 0n;
}

/**
 * Approves and posts an adjustment as a second person; a repeat changes nothing. Throws ADJUSTMENT_NOT_FOUND,
 * ADJUSTMENT_STATE, ADJUSTMENT_SECOND_PERSON_REQUIRED, APPROVAL_LIMIT_EXCEEDED, REAUTHENTICATION_REQUIRED.
 */
export async function approveAdjustment(
  tx: EntityManager,
  id: string,
  caller: Caller,
  rules: ApprovalRules,
  now: Date,
): Promise<Adjustment> {
  const asked = await findAdjustment(tx, id, 'for update');
  if (asked.state === 'posted' && asked.decidedBy === caller.actor) return asked;
  const { amount, proposedBy } = asked;
  const subject = `Adjustment ${id}`;
  assertMayDecide(caller, { kind: 'adjustment', subject, amount: sizeOf(amount), askedBy: [proposedBy] }, rules);
  stateAfter(asked, 'approve');
  return postAdjusted(tx, asked, { author: caller, decidedAt: now, aloneLimit: null });
}

/** Rejects an adjustment; a repeat changes nothing. Throws ADJUSTMENT_NOT_FOUND, ADJUSTMENT_STATE. */
export async function rejectAdjustment(tx: EntityManager, id: string, author: Author, now: Date): Promise<Adjustment> {
  const asked = await findAdjustment(tx, id, 'for update');
  if (asked.state === 'rejected') return asked;
  const state = stateAfter(asked, 'reject');
  return writeDecision(tx, asked, { state, author, decidedAt: now, aloneLimit: null, toDebt: 0n });
}
