import { CANDIDATES_MAX, contains, type Executor, pageSize } from '@jeongsan/database';
import type { Input, Output } from '@jeongsan/http-contract';
import { refuse, type listPayments as listPaymentsEndpoint } from '@jeongsan/platform-contract';
import { statement } from '@jeongsan/sql';
import { scannedPage } from './scanned-page.js';

type PaymentSummary = Output<typeof listPaymentsEndpoint>['items'][number];
export type PaymentFilters = Input<typeof listPaymentsEndpoint>['query'];
type PaymentRow = PaymentSummary & Readonly<{ id: string }>;

/** Payments before the cursor and within the days; `x` is the table with the index, `x.payment` the id in it. */
const DAYS = `
      (:from::date is null or x.created_at >= :from::date::timestamp at time zone 'Asia/Seoul')
  and (:to::date is null or x.created_at < (:to::date + 1)::timestamp at time zone 'Asia/Seoul')`;
const BEFORE = '((select p.created_at from gateway.payment p where p.id = :after), :after::uuid)';
/** One of the three members narrows the candidates: each has an index in the order of the list. */
const ALL = `
  select x.* from gateway.payment x
   where (:byState::text is null or x.state = :byState) and (:byMethod::text is null or x.method = :byMethod)
     and (not :unallocated::bool or x.order_id is null)
     and (:after::uuid is null or (x.created_at, x.id) < ${BEFORE}) and ${DAYS}
   order by x.created_at desc, x.id desc`;
const OF_SELLER = `
  select x.created_at, x.payment_id as id from gateway.payment_of_seller x
   where x.seller_id = :sellerId
     and (:after::uuid is null or (x.created_at, x.payment_id) < ${BEFORE}) and ${DAYS}
   order by x.created_at desc, x.payment_id desc`;

/** The candidates that fit all filters, `p`. */
const FITTING = `
   where (:state::text is null or p.state = :state) and (:method::text is null or p.method = :method)
     and (:allocation::text is null or p.allocation = :allocation)
     and (:minAmount::bigint is null or p.amount >= :minAmount) and (:maxAmount::bigint is null or p.amount <= :maxAmount)
     and (:text::text is null or ${contains('p.payment_key', 'p.order_id', 'p.provider_order_id').condition(':text')})`;
/** Columns of a payment `p`. */
export const paymentColumns = `p.id, p.payment_key as "paymentKey", p.order_id as "orderId", p.state, p.method, p.amount, p.canceled as "canceledAmount",
         p.currency, p.side, p.allocation, p.refusal_code as "providerCode",
         p.created_at as "createdAt", p.approved_at as "approvedAt",
         p.deposit_due as "depositDue"`;
const SHOWN = `select ${paymentColumns}`;

const PAGE = statement(
  `${SHOWN} from (${ALL} limit :scan) p ${FITTING} order by p.created_at desc, p.id desc limit :rows`,
);
/**
 * Looks up each candidate by itself: a plain join could read the whole table instead. The page has the order of the
 * candidates, so that only as many are looked up as the page needs.
 */
const PAGE_OF_SELLER = statement(`${SHOWN}
    from (${OF_SELLER} limit :scan) place
    cross join lateral (select * from gateway.payment one where one.id = place.id limit 1) p ${FITTING}
   order by place.created_at desc, place.id desc limit :rows`);
const LAST = statement(`select place.id as key from (${ALL} offset :before limit 1) place`);
const LAST_OF_SELLER = statement(`select place.id as key from (${OF_SELLER} offset :before limit 1) place`);

/** Payments, newest first. The cursor is the id of a payment's record. Throws CURSOR_INVALID. */
export async function listPayments(
  db: Executor,
  filters: PaymentFilters,
): Promise<Output<typeof listPaymentsEndpoint>> {
  const size = pageSize(filters.limit);
  const { sellerId, state = null, method = null, allocation = null, after = null, from = null, to = null } = filters;
  const { minAmount = null, maxAmount = null, text = null } = filters;
  if (after !== null && !UUID.test(after))
    throw refuse('CURSOR_INVALID', 'The cursor is none that an earlier page gave');
  const place = { after, from, to, ...(sellerId === undefined ? leadOf(filters) : { sellerId }) };
  const isExact =
    [sellerId, state, method, allocation].filter((filter) => filter != null).length < 2 &&
    [minAmount, maxAmount, text].every((filter) => filter === null);
  const asked = {
    ...place,
    state,
    method,
    allocation,
    ...{ minAmount, maxAmount, text },
    rows: size + 1,
    scan: isExact && allocation !== 'order' ? size + 1 : CANDIDATES_MAX,
  };
  const rows =
    'sellerId' in asked ? await PAGE_OF_SELLER.rows<PaymentRow>(db, asked) : await PAGE.rows<PaymentRow>(db, asked);
  const lastScanned = async (): Promise<string | null> => {
    if (asked.scan !== CANDIDATES_MAX) return null;
    const before = { ...place, before: CANDIDATES_MAX - 1 };
    const [last] =
      'sellerId' in before
        ? await LAST_OF_SELLER.rows<{ key: string }>(db, before)
        : await LAST.rows<{ key: string }>(db, before);
    return last?.key ?? null;
  };
  const { items, nextCursor } = await scannedPage(rows, size, ({ id }) => id, lastScanned);
  return { items: items.map(({ id: _id, ...payment }) => payment), nextCursor };
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The filter whose index is read: unallocated payments are few, a way of paying has fewer payments than a state. */
function leadOf({ state, method, allocation }: PaymentFilters) {
  const none = { unallocated: false, byMethod: null, byState: null };
  if (allocation === 'unallocated') return { ...none, unallocated: true };
  if (method !== undefined) return { ...none, byMethod: method };
  return state === undefined ? none : { ...none, byState: state };
}
