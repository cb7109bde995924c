import type { Output } from '@jeongsan/http-contract';
import { inList } from '@jeongsan/database';
import { refuse, type getOrder } from '@jeongsan/platform-contract';
import { lineColumns, readPricingDocument } from '@jeongsan/settlement';
import { selected } from '@jeongsan/sql';
import { paymentStates } from '@jeongsan/state-machines';
import type { Gateway } from '../../gateway.js';
import { openText, orderNameOf } from '../../sealed-texts.js';

/** An order, its lines, and the split of each line's price. */
export type OrderView = Output<typeof getOrder>;
type Row = Omit<OrderView, 'lines'> & Omit<OrderView['lines'][number], 'pricing' | 'discounts'> & { pricing: unknown };

const OVER = inList(paymentStates.over);

const ORDER = `
  select o.order_id as "orderId", o.order_name as "orderName", o.ordered_at as "orderedAt", o.total as "totalAmount",
         coalesce(
           (select p.state from gateway.payment p where p.order_id = o.order_id and p.state not in ${OVER}),
           (select p.state from gateway.payment p where p.order_id = o.order_id and p.state in ${OVER} order by p.created_at desc limit 1)
         ) as "paymentState",
         (select p.deposit_due from gateway.payment p where p.order_id = o.order_id and p.state not in ${OVER}) as "depositDue",
         l.line_id as "lineId", l.seller_id as "sellerId", l.category, l.product_id as "productId", l.quantity, l.amount, l.tax_free as "taxFreeAmount",
         l.discount as "discountAmount", l.discount_by_seller as "discountBySeller", ${selected(lineColumns, 'l')}, l.matures_on as "maturesOn", l.pricing,
         l.delivered_at as "deliveredAt", l.auto_confirms_at as "autoConfirmsAt", l.confirmed_at as "confirmedAt",
         (select coalesce(json_agg(json_build_object('tranche', t.tranche, 'share', t.share, 'maturesOn', t.matures_on,
                                                     'maturedOn', m.matured_on) order by t.tranche), '[]')
            from gateway.order_line_tranche t
            left join payouts.matured_line m on (m.order_id, m.line_id, m.tranche) = (t.order_id, t.line_id, t.tranche)
           where t.order_id = l.order_id and t.line_id = l.line_id) as tranches,
         gone.canceled, gone."canceledQuantity"
    from gateway.orders o join gateway.order_line l on l.order_id = o.order_id
    cross join lateral (
      select coalesce(sum(cl.paid), 0)::bigint as canceled, coalesce(sum(cl.quantity), 0)::int as "canceledQuantity"
        from gateway.cancel_line cl join gateway.cancel c on c.id = cl.cancel_id
       where cl.order_id = l.order_id and cl.line_id = l.line_id and c.state = 'done') gone
   where o.order_id = $1 order by l.position`;

/** Reads an order. Throws ORDER_NOT_FOUND. */
export async function readOrder({ db, seal }: Pick<Gateway, 'db' | 'seal'>, orderId: string): Promise<OrderView> {
  const rows = await db.query<Row[]>(ORDER, [orderId]);
  const [first] = rows;
  if (!first) throw refuse('ORDER_NOT_FOUND', `Order ${orderId} was never registered`);
  const { orderedAt, totalAmount, paymentState, depositDue } = first;
  const lines = rows.map(
    ({
      orderId: _id,
      orderName: _name,
      orderedAt: _at,
      totalAmount: _total,
      paymentState: _state,
      depositDue: _due,
      pricing,
      ...line
    }) => {
      const priced = readPricingDocument(pricing);
      return { ...line, discounts: priced.discounts ?? [], pricing: priced };
    },
  );
  const orderName = openText(seal, orderNameOf(orderId), first.orderName);
  return { orderId, orderName, orderedAt, totalAmount, paymentState, depositDue, lines };
}
