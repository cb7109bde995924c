import { type Executor, inList, pageSize } from '@jeongsan/database';
import { pageOf, type Input, type Output } from '@jeongsan/http-contract';
import type { listUnallocatedPayments } from '@jeongsan/platform-contract';
import { statement } from '@jeongsan/sql';
import { paymentStates } from '@jeongsan/state-machines';
import { cursorOf, placeOf } from '../../orders/time-cursor.js';

type UnallocatedPage = Output<typeof listUnallocatedPayments>;
type Row = UnallocatedPage['items'][number] & Readonly<{ id: string }>;

const LIST = statement(`
  select p.id, p.payment_key as "paymentKey", p.provider_order_id as "orderNumber", p.unallocated_because as because, p.amount,
         p.canceled, p.currency, p.method, p.state, p.side, p.m_id as "mId", p.approved_at as "approvedAt",
         p.created_at as "firstSeenAt",
         extract(day from :now::timestamptz - coalesce(p.approved_at, p.created_at))::int as "ageDays",
         o.total as "registeredTotal", live.payment_key as "paidBy"
    from gateway.payment p
    left join gateway.orders o on o.order_id = p.provider_order_id
    left join gateway.payment live on live.order_id = p.provider_order_id and live.state not in ${inList(paymentStates.over)}
   where p.order_id is null and p.state in ${inList(paymentStates.kept)}
     and (:because::text is null or p.unallocated_because = :because)
     and (:side::text is null or p.side = :side)
     and (:currency::text is null or p.currency = :currency)
     and (p.created_at, p.id) > (:afterTime::timestamptz, :afterId::uuid)
   order by p.created_at, p.id limit :rows`);

/** Payments with a buyer's money that belongs to no order, oldest first. @throws CURSOR_INVALID */
export async function readUnallocated(
  db: Executor,
  query: Input<typeof listUnallocatedPayments>['query'],
  now: Date,
): Promise<UnallocatedPage> {
  const limit = pageSize(query.limit);
  const place = placeOf(query.after);
  const rows = await LIST.rows<Row>(db, {
    now,
    because: query.because ?? null,
    side: query.side ?? null,
    currency: query.currency ?? null,
    afterTime: place.at,
    afterId: place.id,
    rows: limit + 1,
  });
  const { items, nextCursor } = pageOf(rows, limit, ({ firstSeenAt, id }) => cursorOf({ at: firstSeenAt, id }));
  return { items: items.map(({ id: _id, ...item }) => item), nextCursor };
}
