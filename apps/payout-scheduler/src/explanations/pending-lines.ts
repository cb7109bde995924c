import type { Executor } from '@jeongsan/database';
import type { ReasonCode, StartEvent } from '@jeongsan/settlement';
import type { z } from 'zod';
import { canceledOfLine } from '../closing/canceled-of-line.js';

/** Pending money of order lines, with the cause of its waiting. */
export type Pending = {
  amount: bigint;
  count: number;
  order_id: string | null;
  line_id: string | null;
  matures_on: string | null;
  settlement_state: string | null;
  approved: boolean;
  held: boolean;
  held_until: string | null;
  start_event: z.infer<typeof StartEvent> | null;
  /** The date of the automatic confirmation; known after the delivery. */
  confirms_on: string | null;
  /** Whether pending money is left although every tranche of its line has matured: an error in the books. */
  overdue: boolean;
};

/**
 * Money that was pending at an instant ($1): earned and neither given back nor matured, by tranche, or summed by the
 * cause of its waiting. The amount of a tranche is the remaining net of its line times the share that has matured
 * including it, less what has matured before. Maturity dates, settlements and holds are the present ones.
 */
const lines = (predicate: string): string => `
  with line as (
    select l.order_id, l.line_id, r.state as settlement_state, p.earned_at is not null as approved, h.id is not null as held,
           h.release_on as held_until, t.document ->> 'startEvent' as start_event,
           (l.auto_confirms_at at time zone 'Asia/Seoul')::date as confirms_on,
           l.net - canceled.net as remaining, matured.amount - canceled.taken as kept, matured.share
      from gateway.order_line l
      left join gateway.payment p on p.order_id = l.order_id and p.earned_at <= $1
      left join reconciliation.settlement r on r.transaction_key = p.transaction_key
      left join payouts.seller_terms t on t.seller_id = l.seller_id and t.effective_from = l.terms_from
      left join lateral (
        select id, release_on from payouts.hold
         where seller_id = l.seller_id and order_id = l.order_id and scope = 'ORDER' and placed_at <= $1 and (released_at is null or released_at > $1)
         order by release_on desc nulls first limit 1) h on true
      cross join lateral ${canceledOfLine('l', '$1')} canceled
      cross join lateral (
        select coalesce(sum(m.amount), 0)::bigint as amount, coalesce(sum(m.share), 0) as share from payouts.matured_line m
         where (m.order_id, m.line_id) = (l.order_id, l.line_id) and m.matured_on::timestamp at time zone 'Asia/Seoul' <= $1) matured
     where ${predicate}
  ), part as (
    select line.order_id, line.line_id, t.matures_on,
           greatest(kept, remaining * (line.share + sum(t.share) over by_tranche) / 100000)
           - greatest(kept, remaining * (line.share + sum(t.share) over by_tranche - t.share) / 100000) as amount
      from line join gateway.order_line_tranche t on (t.order_id, t.line_id) = (line.order_id, line.line_id)
     where remaining <> kept
       and not exists (select from payouts.matured_line m where (m.order_id, m.line_id, m.tranche) = (t.order_id, t.line_id, t.tranche)
                          and m.matured_on::timestamp at time zone 'Asia/Seoul' <= $1)
    window by_tranche as (partition by line.order_id, line.line_id order by t.tranche)
  ), waiting as (
    select order_id, line_id, matures_on, amount, false as overdue from part
    union all
    -- Tranches have dates once the start event is known; a line whose tranches have all matured should have nothing pending.
    select order_id, line_id, null, remaining - kept - dated.amount, share >= 100000 or remaining < kept
      from line cross join lateral (
        select coalesce(sum(amount), 0) as amount from part where (part.order_id, part.line_id) = (line.order_id, line.line_id)) dated
  )
  select order_id, line_id, w.matures_on, settlement_state, approved, held, held_until, start_event, confirms_on, w.amount, w.overdue
    from waiting w join line using (order_id, line_id)`;

/** The pending money of one order, line by line; lines without pending money are left out. */
export function pendingOfOrder(db: Executor, orderId: string, at: Date): Promise<Pending[]> {
  return db.query<Pending[]>(
    `select *, amount::bigint as amount, 1 as count from (${lines('l.order_id = $2')}) line where amount <> 0 order by line_id, matures_on`,
    [at, orderId],
  );
}

/** The pending money of one seller's paid lines, summed by the cause of its waiting. */
export function pendingOfSeller(db: Executor, sellerId: string, at: Date): Promise<Pending[]> {
  return db.query<Pending[]>(
    `select null as order_id, null as line_id, matures_on, settlement_state, approved, held, held_until, start_event, confirms_on, overdue,
            sum(amount)::bigint as amount, count(*)::int as count
       from (${lines('l.seller_id = $2 and p.earned_at is not null')}) line
      where amount <> 0
      group by matures_on, settlement_state, approved, held, held_until, start_event, confirms_on, overdue
      order by matures_on, settlement_state, held, held_until, start_event, confirms_on, overdue`,
    [at, sellerId],
  );
}

const waitsForStart = {
  PAID: 'NOT_MATURED',
  DELIVERED: 'WAITS_FOR_DELIVERY',
  CONFIRMED: 'WAITS_FOR_CONFIRMATION',
} satisfies Record<z.infer<typeof StartEvent>, ReasonCode>;

/** The first cause that keeps pending money waiting on a date, and the date until which it does. */
export function waitsFor(pending: Pending, today: string): { code: ReasonCode; date: string | null } {
  if (!pending.approved) return { code: 'WAITS_FOR_PAYMENT', date: null };
  if (pending.matures_on === null)
    return { code: waitsForStart[pending.start_event ?? 'PAID'], date: pending.confirms_on };
  if (pending.held) return { code: 'HELD_ORDER', date: pending.held_until };
  if (pending.matures_on > today) return { code: 'NOT_MATURED', date: pending.matures_on };
  if (pending.settlement_state === null) return { code: 'NOT_SETTLED_BY_PROVIDER', date: null };
  if (pending.settlement_state === 'disputed') return { code: 'SETTLEMENT_DISPUTED', date: null };
  return { code: 'WAITS_FOR_MATURING', date: today };
}
