import { authorOf, recordDecision } from '@jeongsan/audit';
import { businessDateOf } from '@jeongsan/calendar';
import { lockBalances, postLedger } from '@jeongsan/database';
import type { Output } from '@jeongsan/http-contract';
import { chart, reserveReleaseDecided } from '@jeongsan/ledger';
import { type ApprovalRules, assertMayDecide, type Caller } from '@jeongsan/nest-kit';
import { refuse, type releaseReserve as contract } from '@jeongsan/platform-contract';
import { statement } from '@jeongsan/sql';
import type { EntityManager } from 'typeorm';
import { assertSellerKnown } from '../../terms/known-seller.js';
import { reserveColumns, type Reserve } from '../read-balances/read-reserves.js';

type Released = Output<typeof contract>;
type Decision = Readonly<{
  /** The same for each repeat of a request. */
  id: string;
  caller: Caller;
  rules: ApprovalRules;
  reason: string;
  now: Date;
}>;
type Share = Readonly<{ reserveId: string; amount: bigint }>;

/**
 * Makes a reserve payable before its date, whole or in part. The posting has today's date, so it stands on the next
 * statement. Throws RESERVE_NOT_FOUND, RESERVE_RELEASED when nothing is left of the reserve, RESERVE_AMOUNT_EXCEEDED
 * when less is left than requested, and the errors of assertMayRelease. A repeat of a decision releases nothing: the first
 * one may have been carried out by a process that died before it answered.
 */
export async function releaseReserve(
  tx: EntityManager,
  reserveId: string,
  amount: bigint | undefined,
  decision: Decision,
): Promise<Released> {
  const [named] = await tx.query<{ seller_id: string }[]>(`select seller_id from payouts.reserve_hold where id = $1`, [
    reserveId,
  ]);
  if (!named) throw refuse('RESERVE_NOT_FOUND', `There is no reserve ${reserveId}`);
  await lockReserve(tx, named.seller_id);
  const before = await releasedBefore(tx, decision.id);
  if (before) return before;
  const [row] = await tx.query<{ left: bigint }[]>(
    `select amount - released as left from payouts.reserve_hold where id = $1 for update`,
    [reserveId],
  );
  const left = row?.left ?? 0n;
  const asked = amount ?? left;
  if (left === 0n) throw refuse('RESERVE_RELEASED', `Nothing is left of reserve ${reserveId}`);
  if (asked > left || asked === 0n)
    throw refuse('RESERVE_AMOUNT_EXCEEDED', `${left} won are left of reserve ${reserveId}: it cannot release ${asked}`);
  return release(tx, named.seller_id, [{ reserveId, amount: asked }], decision);
}

/**
 * Makes the surplus of fixed reserves payable: the part above the amount in today's terms, or everything if the terms
 * have no fixed reserve. The oldest reserves are released first. Throws SELLER_NOT_FOUND, RESERVE_NO_SURPLUS, and the
 * errors of assertMayRelease. A repeat of a decision releases nothing.
 */
export async function releaseReserveSurplus(
  tx: EntityManager,
  sellerId: string,
  decision: Decision,
): Promise<Released> {
  await assertSellerKnown(tx, sellerId);
  await lockReserve(tx, sellerId);
  const before = await releasedBefore(tx, decision.id);
  if (before) return before;
  const shares = await tx.query<Share[]>(
    `with kept as (
       select id, amount - released as open, sum(amount - released) over (order by created_at, id) as up_to,
              sum(amount - released) over () as total
         from payouts.reserve_hold where seller_id = $1 and release_on is null and released < amount
     ), asked as (
       select coalesce((select (t.document #>> '{reserve,amount}')::bigint from payouts.seller_terms t
                         where t.seller_id = $1 and t.effective_from <= $2 and t.effective_from = (
                               select max(effective_from) from payouts.seller_terms where seller_id = $1 and effective_from <= $2)
                           and t.document #>> '{reserve,kind}' = 'FIXED'), 0) as amount
     ), share as (
       select k.id as "reserveId", least(k.open, k.total - a.amount - (k.up_to - k.open))::bigint as amount from kept k, asked a
     )
     select "reserveId", amount from share where amount > 0`,
    [sellerId, businessDateOf(decision.now)],
  );
  if (shares.length === 0)
    throw refuse('RESERVE_NO_SURPLUS', `The terms of seller ${sellerId} ask for all that its fixed reserves keep back`);
  return release(tx, sellerId, shares, decision);
}

/**
 * Locks the seller's accounts before any reserve is read, like the closing of a statement: the holder of these locks
 * may change the open amounts of the reserves.
 */
async function lockReserve(tx: EntityManager, sellerId: string): Promise<void> {
  await lockBalances(tx, [chart.sellerPayable(sellerId), chart.sellerReserve(sellerId)]);
}

/**
 * Throws unless one person may release the amount within the person's limit. Earlier releases of the same reserves by
 * the same person are added, so that the limit cannot be passed in parts. Throws PERSON_REQUIRED,
 * APPROVAL_LIMIT_EXCEEDED, REAUTHENTICATION_REQUIRED.
 */
async function assertMayRelease(
  tx: EntityManager,
  reserveIds: readonly string[],
  amount: bigint,
  { caller, rules }: Decision,
): Promise<void> {
  const [before] = await tx.query<{ amount: bigint }[]>(
    `select coalesce(sum(amount), 0)::bigint as amount from payouts.reserve_release where reserve_id = any($1) and decided_by = $2`,
    [reserveIds, caller.actor],
  );
  const moved = amount + (before?.amount ?? 0n);
  assertMayDecide(caller, { kind: 'reserveRelease', subject: 'The release', amount: moved, askedBy: [] }, rules);
}

const RECORD_RELEASES = statement(`
  insert into payouts.reserve_release (decision_id, reserve_id, seller_id, amount, reason, decided_by, decided_at)
  select :decisionId, s.id, :sellerId, s.amount, :reason, :decidedBy, :now from unnest(:ids::uuid[], :amounts::bigint[]) as s(id, amount)`);

/** Writes one release: the open amounts of the reserves, the audit record, and the posting. */
async function release(
  tx: EntityManager,
  sellerId: string,
  shares: readonly Share[],
  decision: Decision,
): Promise<Released> {
  const { id: decisionId, caller, reason, now } = decision;
  const ids = shares.map((s) => s.reserveId);
  const amount = shares.reduce((sum, share) => sum + share.amount, 0n);
  await assertMayRelease(tx, ids, amount, decision);
  const amounts = shares.map((s) => s.amount.toString());
  await tx.query(
    `update payouts.reserve_hold r set released = r.released + s.amount
       from unnest($1::uuid[], $2::bigint[]) as s(id, amount) where r.id = s.id`,
    [ids, amounts],
  );
  await RECORD_RELEASES.rows(tx, { ids, amounts, decisionId, sellerId, reason, decidedBy: caller.actor, now });
  await postLedger(tx, [reserveReleaseDecided({ decisionId, sellerId, amount, effectiveAt: now })]);
  const decided = {
    subject: decisionId,
    ...authorOf(caller),
    reason,
    before: null,
    after: { sellerId, reserves: ids, amount },
  };
  await recordDecision(tx, { kind: 'reserve.released', ...decided }, now);
  return { decisionId, sellerId, amount, reserves: await readReserved(tx, ids) };
}

/** The release of an earlier request with the same id, with its reserves as they are now; undefined: there is none. */
async function releasedBefore(tx: EntityManager, decisionId: string): Promise<Released | undefined> {
  const [made] = await tx.query<{ sellerId: string; amount: bigint; ids: string[] }[]>(
    `select seller_id as "sellerId", sum(amount)::bigint as amount, array_agg(reserve_id::text) as ids
       from payouts.reserve_release where decision_id = $1 group by seller_id`,
    [decisionId],
  );
  if (!made) return undefined;
  const { sellerId, amount, ids } = made;
  return { decisionId, sellerId, amount, reserves: await readReserved(tx, ids) };
}

const readReserved = (tx: EntityManager, ids: readonly string[]): Promise<Reserve[]> =>
  tx.query(`select ${reserveColumns} from payouts.reserve_hold r where r.id = any($1) order by r.id`, [ids]);
