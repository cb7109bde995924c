import type { Executor } from '@jeongsan/database';
import type { FailureClass } from '@jeongsan/payouts';
import type { PayoutState } from '@jeongsan/state-machines';

export type Underway = {
  payoutId: string;
  runId: string;
  amount: bigint;
  state: PayoutState;
  runState: string;
  failureCode: string | null;
  failureClass: FailureClass | null;
  payoutDate: string | null;
  scheduleType: string | null;
  /** Whether the payout ended after the requested instant. */
  endedLater: boolean;
  sent: boolean;
};

/** Days by which a posting can be booked after its payout ended: when the month of the end was closed meanwhile. */
const BOOKED_LATE_DAYS = 62;

/**
 * Payouts whose money was reserved at an instant according to the ledger: with a posting that reserved it, and none by then that
 * paid or released it. Postings stay when the entries of their month are detached.
 */
export function underwayAt(db: Executor, sellerId: string, at: Date): Promise<Underway[]> {
  return db.query<Underway[]>(
    `select p.id as "payoutId", p.run_id as "runId", p.amount, p.state, r.state as "runState", p.failure_code as "failureCode", p.failure_class as "failureClass",
            p.payout_date as "payoutDate", p.schedule_type as "scheduleType", p.finished_at is not null as "endedLater", coalesce(p.submitted_at <= $2, false) as sent
       from payouts.payout p join payouts.run r on r.id = p.run_id
      where p.seller_id = $1 and (p.finished_at is null or p.finished_at > $2::timestamptz - make_interval(days => $3))
        and exists (select from ledger.posting g where g.key = 'payout.reserved/' || p.id and g.effective_at <= $2)
        and not exists (select from ledger.posting g
                         where g.key in ('payout.paid/' || p.id, 'payout.released/' || p.id) and g.effective_at <= $2)
      order by p.payout_date, p.id`,
    [sellerId, at, BOOKED_LATE_DAYS],
  );
}

export type Kept = { releaseOn: string | null; amount: bigint; count: number };

/** The open amounts of a seller's reserves that existed at an instant, by release date. */
export function reservesAt(db: Executor, sellerId: string, at: Date): Promise<Kept[]> {
  return db.query<Kept[]>(
    `select release_on as "releaseOn", sum(amount - released)::bigint as amount, count(*)::int as count from payouts.reserve_hold
      where seller_id = $1 and created_at <= $2 and released < amount group by release_on order by release_on`,
    [sellerId, at],
  );
}

export type OpenHold = {
  holdId: string;
  scope: string;
  orderId: string | null;
  reason: string;
  amount: bigint | null;
  releaseOn: string | null;
};

export function holdsAt(db: Executor, sellerId: string, at: Date): Promise<OpenHold[]> {
  return db.query<OpenHold[]>(
    `select id as "holdId", scope, order_id as "orderId", reason, amount, release_on as "releaseOn" from payouts.hold
      where seller_id = $1 and placed_at <= $2 and (released_at is null or released_at > $2) order by placed_at, id`,
    [sellerId, at],
  );
}

/** The reason why the latest statement before an instant carried money; null if it carried none or does not exist. */
export async function carriedBecause(db: Executor, sellerId: string, at: Date): Promise<string | null> {
  const [latest] = await db.query<{ reason: string | null }[]>(
    `select case when carried > 0 then hold_reason end as reason from payouts.statement
      where seller_id = $1 and created_at <= $2 order by business_date desc limit 1`,
    [sellerId, at],
  );
  return latest?.reason ?? null;
}

export async function sellerExists(db: Executor, sellerId: string): Promise<boolean> {
  const found = await db.query<object[]>(
    `select from onboarding.seller where seller_id = $1
      union all select from ledger.account where code = 'seller:' || $1 || ':pending' and currency = 'KRW'`,
    [sellerId],
  );
  return found.length > 0;
}
