import { CANDIDATES_MAX, type Executor, inList, pageSize } from '@jeongsan/database';
import type { Input, Output } from '@jeongsan/http-contract';
import type { listOrders as listOrdersEndpoint } from '@jeongsan/platform-contract';
import { statement } from '@jeongsan/sql';
import { paymentStates } from '@jeongsan/state-machines';
import type { Gateway } from '../../gateway.js';
import { openText, orderNameOf } from '../../sealed-texts.js';
import { scannedPage } from './scanned-page.js';

type OrderSummary = Output<typeof listOrdersEndpoint>['items'][number];
export type OrderFilters = Input<typeof listOrdersEndpoint>['query'];

/** Orders, or lines of one seller, before the cursor and within the days; `x` is the table with the index. */
const PLACE = `
      (:after::text is null
        or (x.ordered_at, x.order_id) < ((select o.ordered_at from gateway.orders o where o.order_id = :after), :after))
  and (:from::date is null or x.ordered_at >= :from::date::timestamp at time zone 'Asia/Seoul')
  and (:to::date is null or x.ordered_at < (:to::date + 1)::timestamp at time zone 'Asia/Seoul')
  order by x.ordered_at desc, x.order_id desc`;
const ALL = `select x.ordered_at, x.order_id from gateway.orders x where ${PLACE}`;
/** Rows are distinct, because an order can have several lines of the seller. */
const OF_SELLER = `select distinct x.ordered_at, x.order_id from gateway.order_line x where x.seller_id = :sellerId and ${PLACE}`;

const OVER = inList(paymentStates.over);
/** The payment that an order shows: the valid one, otherwise the one that came to nothing last. */
const WITH_STATE = `
  left join lateral (
    select p.state, p.payment_key, p.canceled from gateway.payment p where p.order_id = place.order_id
     order by p.state in ${OVER}, p.created_at desc limit 1) paid on true
 where (:state::text is null or coalesce(paid.state, 'unpaid') = :state)`;

const SHOWN = `
  select o.order_id as "orderId", o.order_name as "orderName", o.ordered_at as "orderedAt", o.total as "totalAmount",
         coalesce(fit.canceled, 0)::bigint as "canceledAmount", coalesce(fit.state, 'unpaid') as state,
         fit.payment_key as "paymentKey",
         array(select distinct l.seller_id from gateway.order_line l where l.order_id = o.order_id order by 1) as "sellerIds"`;
/** Each order is looked up by itself: as a plain join the whole table could be read instead. */
const WITH_ORDER = 'cross join lateral (select * from gateway.orders one where one.order_id = fit.order_id limit 1) o';
/** The total of a candidate is read only where the filter asks for it. */
const WITH_TOTAL = `
   and ((:minAmount::bigint is null and :maxAmount::bigint is null)
        or (select o.total from gateway.orders o where o.order_id = place.order_id) between coalesce(:minAmount::bigint, 0)
             and coalesce(:maxAmount::bigint, 9223372036854775807))`;
const IN_ORDER = 'order by fit.ordered_at desc, fit.order_id desc';

const PAGE = statement(`${SHOWN}
    from (select place.*, paid.* from (${ALL} limit :scan) place ${WITH_STATE} ${WITH_TOTAL}
           order by place.ordered_at desc, place.order_id desc limit :rows) fit
    ${WITH_ORDER} ${IN_ORDER}`);
const PAGE_OF_SELLER = statement(`${SHOWN}
    from (select place.*, paid.* from (${OF_SELLER} limit :scan) place ${WITH_STATE} ${WITH_TOTAL}
           order by place.ordered_at desc, place.order_id desc limit :rows) fit
    ${WITH_ORDER} ${IN_ORDER}`);
const LAST = statement(`select place.order_id as key from (${ALL} offset :before limit 1) place`);
const LAST_OF_SELLER = statement(`select place.order_id as key from (${OF_SELLER} offset :before limit 1) place`);

/** Orders, newest first. The cursor is an order id. */
export async function listOrders(
  { db, seal }: Readonly<{ db: Executor }> & Pick<Gateway, 'seal'>,
  filters: OrderFilters,
): Promise<Output<typeof listOrdersEndpoint>> {
  const size = pageSize(filters.limit);
  const { sellerId, state = null, after = null, from = null, to = null, text } = filters;
  const { minAmount = null, maxAmount = null } = filters;
  const place = { after, from, to };
  const isChecked = [state, minAmount, maxAmount, text ?? null].some((filter) => filter !== null);
  // Names are sealed, so texts are compared here: with all candidates that fit the other filters.
  const limits = { scan: isChecked ? CANDIDATES_MAX : size + 1, rows: text === undefined ? size + 1 : CANDIDATES_MAX };
  const asked = { ...place, state, minAmount, maxAmount, ...limits };
  const rows =
    sellerId === undefined
      ? await PAGE.rows<OrderSummary>(db, asked)
      : await PAGE_OF_SELLER.rows<OrderSummary>(db, { ...asked, sellerId });
  const named = rows.map((order) => ({
    ...order,
    orderName: openText(seal, orderNameOf(order.orderId), order.orderName),
  }));
  const fitting = text === undefined ? named : named.filter(names(text));
  const lastScanned = async (): Promise<string | null> => {
    if (!isChecked) return null;
    const before = { ...place, before: CANDIDATES_MAX - 1 };
    const [last] =
      sellerId === undefined
        ? await LAST.rows<{ key: string }>(db, before)
        : await LAST_OF_SELLER.rows<{ key: string }>(db, { ...before, sellerId });
    return last?.key ?? null;
  };
  return scannedPage(fitting, size, ({ orderId }) => orderId, lastScanned);
}

function names(text: string): (order: OrderSummary) => boolean {
  const wanted = text.toLowerCase();
  return ({ orderId, orderName }) => orderId.toLowerCase().includes(wanted) || orderName.toLowerCase().includes(wanted);
}
