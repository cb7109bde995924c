import { randomUUID } from 'node:crypto';
import { authorOf, recordDecision } from '@jeongsan/audit';
import { businessDateOf } from '@jeongsan/calendar';
import { type Executor, lockBalances, pageSize } from '@jeongsan/database';
import { pageOf, type Input, type Output } from '@jeongsan/http-contract';
import { chart } from '@jeongsan/ledger';
import { assertMayDecide, type Caller } from '@jeongsan/nest-kit';
import { refuse, type listPayoutOverrides, type overridePayout as contract } from '@jeongsan/platform-contract';
import { statement } from '@jeongsan/sql';
import { assertSellerKnown } from '../../terms/known-seller.js';
import type { Policy } from '../../terms/policy.js';

type Override = Output<typeof contract>;

const columns = `id, seller_id as "sellerId", kind, business_date as "forBusinessDate", reason, placed_by as "placedBy", placed_at as "placedAt"`;

const INSERT = statement(`
  insert into payouts.payout_override (id, seller_id, kind, business_date, reason, placed_by, placed_at)
  values (:id, :sellerId, :kind, :forBusinessDate, :reason, :placedBy, :placedAt) on conflict (seller_id, kind, business_date) do nothing
    returning id`);

/**
 * Lets a seller's statement of one date pay an amount below the minimum. One person decides, with a limit that covers
 * the minimum, because no larger amount is paid by the decision. Throws SELLER_NOT_FOUND, PERSON_REQUIRED,
 * APPROVAL_LIMIT_EXCEEDED, REAUTHENTICATION_REQUIRED, OVERRIDE_DATE_INVALID for a past date, OVERRIDE_TOO_LATE when the
 * statement of the date is closed. A repeat changes nothing.
 */
export async function overridePayout(
  tx: Executor,
  sellerId: string,
  { kind, forBusinessDate, reason }: Input<typeof contract>['body'],
  caller: Caller,
  policy: Pick<Policy, 'approval' | 'value'>,
  now: Date,
): Promise<Override> {
  await assertSellerKnown(tx, sellerId);
  const amount = (await minimumOf(tx, sellerId, forBusinessDate)) ?? policy.value.minimumPayout;
  const subject = `The statement of seller ${sellerId} for ${forBusinessDate}`;
  assertMayDecide(caller, { kind: 'payoutOverride', subject, amount, askedBy: [] }, policy.approval);
  if (forBusinessDate < businessDateOf(now))
    throw refuse('OVERRIDE_DATE_INVALID', `${forBusinessDate} is over: its statement cannot be changed any more`);
  // A closing holds this account from before it reads overrides until its statements are written: it ends first, or sees this one.
  await lockBalances(tx, [chart.sellerPayable(sellerId)]);
  const [closed] = await tx.query<object[]>(
    `select from payouts.statement where seller_id = $1 and business_date = $2`,
    [sellerId, forBusinessDate],
  );
  if (closed)
    throw refuse('OVERRIDE_TOO_LATE', `The statement of seller ${sellerId} for ${forBusinessDate} is closed already`);
  const made = await INSERT.rows(tx, {
    id: randomUUID(),
    sellerId,
    kind,
    forBusinessDate,
    reason,
    placedBy: caller.actor,
    placedAt: now,
  });
  const [stored] = await tx.query<Override[]>(
    `select ${columns} from payouts.payout_override where seller_id = $1 and kind = $2 and business_date = $3`,
    [sellerId, kind, forBusinessDate],
  );
  if (!stored) throw new Error(`The override for seller ${sellerId} on ${forBusinessDate} was not stored`);
  if (made.length > 0) {
    const after = { sellerId, override: kind, businessDate: forBusinessDate };
    const decided = { subject: stored.id, ...authorOf(caller), reason, before: null, after };
    await recordDecision(tx, { kind: 'payout-override.placed', ...decided }, now);
  }
  return stored;
}

/** The minimum in the seller's terms in force on a date; null if the terms use the platform's minimum. */
async function minimumOf(tx: Executor, sellerId: string, businessDate: string): Promise<bigint | null> {
  const [terms] = await tx.query<{ minimum: bigint | null }[]>(
    `select (document ->> 'minimumPayout')::bigint as minimum from payouts.seller_terms
      where seller_id = $1 and effective_from <= $2 order by effective_from desc limit 1`,
    [sellerId, businessDate],
  );
  return terms?.minimum ?? null;
}

/**
 * The sellers among the given ones whose statement of the date may pay below the minimum (the gates' `minimumWaived`).
 */
export async function readMinimumOverrides(
  tx: Executor,
  sellerIds: readonly string[],
  businessDate: string,
): Promise<ReadonlySet<string>> {
  const rows = await tx.query<{ seller_id: string }[]>(
    `select seller_id from payouts.payout_override
      where seller_id = any($1) and kind = 'BELOW_MINIMUM' and business_date = $2`,
    [sellerIds, businessDate],
  );
  return new Set(rows.map((row) => row.seller_id));
}

export async function readOverrides(
  db: Executor,
  sellerId: string,
  query: Input<typeof listPayoutOverrides>['query'],
): Promise<Output<typeof listPayoutOverrides>> {
  const limit = pageSize(query.limit);
  const rows = await db.query<Override[]>(
    `select ${columns} from payouts.payout_override where seller_id = $1 and ($2::uuid is null or id > $2) order by id limit $3`,
    [sellerId, query.after ?? null, limit + 1],
  );
  return pageOf(rows, limit, (row) => row.id);
}
