import type { Executor } from '@jeongsan/database';
import type { ReasonCode, StartEvent } from '@jeongsan/settlement';
import type { z } from 'zod';

/** Money of order lines that is still pending, with what it waits for. */
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
  /** Nothing of the line has anything left to mature: what is still pending is an error. */
  overdue: boolean;
};

/**
 * What was earned and neither given back nor matured by an instant ($1), line by line or summed by what it waits for. Dates of
 * maturity, settlements and holds are those known now.
 */
const lines = (predicate: string): string => `
  select l.order_id, l.line_id, l.matures_on, r.state as settlement_state, p.approved_at is not null as approved,
         h.id is not null as held, h.release_on as held_until, t.document ->> 'startEvent' as start_event,
         l.net - gone.net - (matured.amount - gone.taken) as amount,
         matured.whole or l.net - gone.net - (matured.amount - gone.taken) < 0 as overdue
    from gateway.order_line l
    left join gateway.payment p on p.order_id = l.order_id and p.approved_at <= $1
    left join reconciliation.settlement r on r.transaction_key = p.transaction_key
    left join payouts.seller_terms t on t.seller_id = l.seller_id and t.effective_from = l.terms_from
    left join lateral (
      select id, release_on from payouts.hold
       where seller_id = l.seller_id and order_id = l.order_id and scope = 'ORDER' and placed_at <= $1 and (released_at is null or released_at > $1)
       order by release_on desc nulls first limit 1) h on true
    cross join lateral (
      select coalesce(sum(c.net), 0)::bigint as net, coalesce(sum(c.from_payable + c.to_debt), 0)::bigint as taken
        from gateway.cancel_line c join gateway.cancel k on k.id = c.cancel_id and k.state = 'done' and k.canceled_at <= $1
       where (c.order_id, c.line_id) = (l.order_id, l.line_id)) gone
    cross join lateral (
      select coalesce(sum(m.amount), 0)::bigint as amount, count(*) > 0 as whole from payouts.matured_line m
       where (m.order_id, m.line_id) = (l.order_id, l.line_id) and m.matured_on::timestamp at time zone 'Asia/Seoul' <= $1) matured
   where ${predicate}`;

/** Of one order, line by line; lines with nothing pending are left out. */
export function pendingOfOrder(db: Executor, orderId: string, at: Date): Promise<Pending[]> {
  return db.query<Pending[]>(
    `select *, amount::bigint as amount, 1 as count from (${lines('l.order_id = $2')}) line where amount <> 0`,
    [at, orderId],
  );
}

/** Of one seller's paid lines, summed by what they wait for. */
export function pendingOfSeller(db: Executor, sellerId: string, at: Date): Promise<Pending[]> {
  return db.query<Pending[]>(
    `select null as order_id, null as line_id, matures_on, settlement_state, approved, held, held_until, start_event, overdue,
            sum(amount)::bigint as amount, count(*)::int as count
       from (${lines('l.seller_id = $2 and p.approved_at is not null')}) line
      where amount <> 0
      group by matures_on, settlement_state, approved, held, held_until, start_event, overdue
      order by matures_on, settlement_state, held, held_until, start_event, overdue`,
    [at, sellerId],
  );
}

const waitsForStart = {
  PAID: 'NOT_MATURED',
  DELIVERED: 'WAITS_FOR_DELIVERY',
  CONFIRMED: 'WAITS_FOR_CONFIRMATION',
} satisfies Record<z.infer<typeof StartEvent>, ReasonCode>;

/** What pending money waits for on a date, and until when: the first thing in its way. */
export function waitsFor(pending: Pending, today: string): { code: ReasonCode; date: string | null } {
  if (!pending.approved) return { code: 'WAITS_FOR_PAYMENT', date: null };
  if (pending.matures_on === null) return { code: waitsForStart[pending.start_event ?? 'PAID'], date: null };
  if (pending.held) return { code: 'HELD_ORDER', date: pending.held_until };
  if (pending.matures_on > today) return { code: 'NOT_MATURED', date: pending.matures_on };
  if (pending.settlement_state === null) return { code: 'NOT_SETTLED_BY_PROVIDER', date: null };
  if (pending.settlement_state === 'disputed') return { code: 'SETTLEMENT_DISPUTED', date: null };
  return { code: 'WAITS_FOR_MATURING', date: today };
}
