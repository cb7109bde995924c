import type { Executor } from '@jeongsan/database';
import type { Output } from '@jeongsan/http-contract';
import type { listSellerPageEvents as contract, SellerEventKind } from '@jeongsan/platform-contract';
import { statement } from '@jeongsan/sql';
import type { PayoutState } from '@jeongsan/state-machines';

type SellerEvent = Output<typeof contract>['items'][number];
const EVENTS_MAX = 50;

// prettier-ignore
/** The event of a payout that ended in a state; null: it has not ended. */
const endOf = {
  planned:    null,
  reserved:   null,
  submitted:  null,
  unknown:    null,
  parked:     null,
  in_transit: null,
  paid:       'PAYOUT_PAID',
  failed:     'PAYOUT_FAILED',
  refused:    'PAYOUT_FAILED',
  released:   'PAYOUT_MOVED',
  returned:   'PAYOUT_RETURNED',
} as const satisfies Record<PayoutState, SellerEventKind | null>;

type Row = Omit<SellerEvent, 'kind'> & { kind: SellerEventKind | null; endState: PayoutState | null };

/** One branch per kind of event, each with its own limit, so that a long history costs no more than a short one. */
const EVENTS = statement(`
  select * from (
    (select created_at as "at", 'STATEMENT_CLOSED' as kind, payout_amount as amount, null::uuid as "payoutId", id as "statementId",
            null as "orderId", null as "endState"
       from payouts.statement where seller_id = :sellerId order by business_date desc limit :limit)
    union all
    (select submitted_at, 'PAYOUT_SENT', amount, id, null, null, null from payouts.payout
      where seller_id = :sellerId and submitted_at is not null order by submitted_at desc limit :limit)
    union all
    (select finished_at, null, amount, id, null, null, state from payouts.payout
      where seller_id = :sellerId and finished_at is not null order by finished_at desc limit :limit)
    union all
    (select placed_at, 'HOLD_PLACED', amount, null, null, order_id, null from payouts.hold
      where seller_id = :sellerId order by placed_at desc limit :limit)
    union all
    (select released_at, 'HOLD_RELEASED', amount, null, null, order_id, null from payouts.hold
      where seller_id = :sellerId and released_at is not null order by released_at desc limit :limit)
  ) event order by "at" desc, kind nulls first limit :limit`);

/** What happened to the seller's money lately, newest first. Who did it, and why, stays with the operators. */
export async function readSellerEvents(db: Executor, sellerId: string): Promise<SellerEvent[]> {
  const rows = await EVENTS.rows<Row>(db, { sellerId, limit: EVENTS_MAX });
  return rows.flatMap(({ kind: named, endState, ...event }) => {
    const kind = named ?? (endState === null ? null : endOf[endState]);
    return kind === null ? [] : [{ ...event, kind }];
  });
}
