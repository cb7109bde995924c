import { randomUUID } from 'node:crypto';
import { type Author, authorOf, recordDecision, systemAuthor } from '@jeongsan/audit';
import { businessDateOf } from '@jeongsan/calendar';
import type { Executor } from '@jeongsan/database';
import type { Input, Output } from '@jeongsan/http-contract';
import { systemActors } from '@jeongsan/nest-kit';
import { refuse, type placeHold as contract } from '@jeongsan/platform-contract';
import { statement } from '@jeongsan/sql';
import { assertSellerKnown } from '../../terms/known-seller.js';

export type Hold = Output<typeof contract>;
type HoldFacts = Pick<Hold, 'sellerId' | 'scope' | 'orderId' | 'amount' | 'reason' | 'detail' | 'releaseOn'>;
type HoldAsked = Input<typeof contract>['body'];

export const holdColumns = `id, seller_id as "sellerId", scope, order_id as "orderId", amount, reason, detail, release_on as "releaseOn",
  placed_at as "placedAt", placed_by as "placedBy", released_at as "releasedAt", released_by as "releasedBy"`;

/**
 * Places a hold of the scheduler on all of a seller's money, until a person releases it. `account` is the fingerprint
 * of the account that caused the hold; the hold also ends when the seller has another account.
 */
export async function placeHold(
  tx: Executor,
  sellerId: string,
  reason: string,
  detail: string | null,
  now: Date,
  account?: string,
): Promise<Hold> {
  const facts = { sellerId, scope: 'SELLER', orderId: null, amount: null, reason, detail, releaseOn: null } as const;
  const hold = await openHold(tx, facts, systemAuthor(systemActors.scheduler), now);
  if (account !== undefined)
    await tx.query(`update payouts.hold set account_fingerprint = $2 where id = $1`, [hold.id, account]);
  return hold;
}

/**
 * Places a hold that a person requested. Throws SELLER_NOT_FOUND, HOLD_SCOPE_INVALID, HOLD_ORDER_UNKNOWN or
 * HOLD_DATE_INVALID for an invalid request; HOLD_CONFLICT when the same hold is open with another end date.
 */
export async function requestHold(
  tx: Executor,
  sellerId: string,
  asked: HoldAsked,
  author: Author,
  now: Date,
): Promise<Hold> {
  const { scope, reason, orderId = null, amount = null, detail = null, releaseOn = null } = asked;
  const facts = { sellerId, scope, orderId, amount, reason, detail, releaseOn };
  assertScopeNamed(facts);
  if (releaseOn !== null && releaseOn <= businessDateOf(now))
    throw refuse('HOLD_DATE_INVALID', `A hold cannot end on ${releaseOn}: that day is not in the future`);
  await assertSellerKnown(tx, sellerId);
  if (orderId !== null) await assertOrderOfSeller(tx, sellerId, orderId);
  const hold = await openHold(tx, facts, author, now);
  if (hold.releaseOn !== releaseOn) {
    const end = hold.releaseOn === null ? 'no end' : `end ${hold.releaseOn}`;
    throw refuse(
      'HOLD_CONFLICT',
      `Hold ${hold.id} is open for ${reason} with ${end}: release it before placing another`,
    );
  }
  return hold;
}

const INSERT = statement(`
  insert into payouts.hold (id, seller_id, scope, order_id, amount, reason, detail, release_on, placed_at, placed_by)
  values (:id, :sellerId, :scope, :orderId, :amount, :reason, :detail, :releaseOn, :placedAt, :placedBy) on conflict do nothing
    returning id`);

const FIND_OPEN = statement(`
  select ${holdColumns} from payouts.hold
  where id = :id or (:scope <> 'AMOUNT' and released_at is null and seller_id = :sellerId and reason = :reason and scope = :scope
                    and order_id is not distinct from :orderId)
  order by id = :id desc limit 1`);

/**
 * A seller or order has one open hold per reason: placing the same hold again changes nothing. Each hold on an amount
 * is separate.
 */
async function openHold(tx: Executor, facts: HoldFacts, author: Author, now: Date): Promise<Hold> {
  const id = randomUUID();
  const { sellerId, scope, orderId, amount, reason, detail, releaseOn } = facts;
  const made = await INSERT.rows(tx, {
    id,
    sellerId,
    scope,
    orderId,
    amount,
    reason,
    detail,
    releaseOn,
    placedAt: now,
    placedBy: author.actor,
  });
  const [hold] = await FIND_OPEN.rows<Hold>(tx, { id, sellerId, reason, orderId, scope });
  if (!hold) throw new Error(`The hold ${reason} on seller ${sellerId} was released while it was placed`);
  if (made.length > 0) await recordDecision(tx, holdPlaced(hold, author), now);
  return hold;
}

/** What the audit trail keeps of a hold. The detail is the reason that the person wrote. */
export const heldFacts = ({ sellerId, reason: cause, scope, orderId, amount, releaseOn, releasedAt }: Hold) => ({
  ...{ sellerId, cause, scope, orderId, amount, releaseOn },
  state: releasedAt === null ? 'placed' : 'released',
});

export const holdPlaced = (hold: Hold, author: Author) =>
  ({
    kind: 'hold.placed',
    subject: hold.id,
    ...authorOf(author),
    reason: hold.detail,
    before: null,
    after: heldFacts(hold),
  }) as const;

function assertScopeNamed({ scope, orderId, amount }: HoldFacts): void {
  const named = (scope === 'ORDER') === (orderId !== null) && (scope === 'AMOUNT') === (amount !== null);
  if (!named || amount === 0n)
    throw refuse('HOLD_SCOPE_INVALID', 'Scope ORDER names an orderId, AMOUNT an amount above zero, SELLER neither');
}

async function assertOrderOfSeller(tx: Executor, sellerId: string, orderId: string): Promise<void> {
  const [line] = await tx.query<object[]>(
    `select from gateway.order_line where order_id = $1 and seller_id = $2 limit 1`,
    [orderId, sellerId],
  );
  if (!line) throw refuse('HOLD_ORDER_UNKNOWN', `There is no order ${orderId} with a line of seller ${sellerId}`);
}
