import { inList } from '@jeongsan/database';
import { eachOrder } from '@jeongsan/provider-client';
import { LINK_LIST_LIMIT_MAX } from '@jeongsan/provider-contract';
import { statement } from '@jeongsan/sql';
import { paymentStates } from '@jeongsan/state-machines';
import { secondsFrom, type Gateway } from '../../gateway.js';
import { soldIn } from '../observe-link-order/observe-link-order.js';
import { noteSold } from '../sold-items.js';

const DAY_SECONDS = 86_400;
/** Payments that came in within these days are looked for among the link orders. */
const SOUGHT_DAYS = 31;
/** An order is paid at most these days after it was made. */
const PAID_WITHIN_DAYS = 8;
/** A longer list is read on from the newest order that is known, in the nights to come. */
const ORDERS_MAX = 100_000;

const SOUGHT = statement(`
  select p.payment_key as "paymentKey", p.approved_at as "approvedAt" from gateway.payment p
   where p.order_id is null and p.currency = 'KRW' and p.side = 'provider' and p.state in ${inList(paymentStates.kept)}
     and p.approved_at >= :since and exists (select from gateway.split where kind = 'product')
     and not exists (select from gateway.sold_item i where i.payment_key = p.payment_key)`);
const LAST_BEFORE = statement(`
  select substr(subject, length('link/') + 1) as "orderKey" from gateway.sold_item
   where kind = 'product' and sold_at < :before order by sold_at desc limit 1`);

/**
 * Finds out which waiting payments are those of link orders whose webhooks were lost: only the list of all link orders says
 * so. Nothing is read while no split is named for a product.
 */
export async function findLinkOrders({ db, provider, now }: Gateway): Promise<void> {
  const since = secondsFrom(now(), -SOUGHT_DAYS * DAY_SECONDS);
  const sought = await SOUGHT.rows<{ paymentKey: string; approvedAt: Date }>(db, { since });
  if (sought.length === 0) return;
  const keys = new Set(sought.map(({ paymentKey }) => paymentKey));
  const first = new Date(Math.min(...sought.map(({ approvedAt }) => approvedAt.getTime())));
  const before = secondsFrom(first, -PAID_WITHIN_DAYS * DAY_SECONDS);
  const [last] = await LAST_BEFORE.rows<{ orderKey: string }>(db, { before });
  let read = 0;
  for await (const order of eachOrder(provider, { limit: LINK_LIST_LIMIT_MAX, after: last?.orderKey })) {
    const { payment } = order;
    const sold = payment && keys.delete(payment.paymentKey) ? soldIn(order, payment) : undefined;
    if (sold) await noteSold(db, sold);
    read += 1;
    if (keys.size === 0 || read === ORDERS_MAX) return;
  }
}
