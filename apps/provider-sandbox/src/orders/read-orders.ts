import type { getOrder as getContract, listOrders as listContract } from '@jeongsan/provider-contract';
import type { Handler } from '../api/operation.js';
import { Refused } from '../api/refused.js';
import { limitOf } from '../products/link-page.js';
import type { Call } from '../world.js';
import { findOrder, ORDER_COLUMNS, type OrderObject, type OrderRow, ordersOf } from './order.js';

export const getOrder: Handler<typeof getContract> = async (call, { params }) => readOrder(call, params.orderKey);

/** The present state of an order. Throws Refused if the order does not exist. */
export async function readOrder({ sql, world }: Call, orderKey: string): Promise<OrderObject> {
  const row = await findOrder(sql, orderKey);
  const [order] = row ? await ordersOf(sql, world, [row]) : [];
  if (!order) throw new Refused('NOT_FOUND_ORDER');
  return order;
}

/** Orders, in the order of their creation. */
export const listOrders: Handler<typeof listContract> = async ({ sql, world }, { query }) => {
  const limit = limitOf(query.limit);
  const [place] =
    query.startingAfter === undefined
      ? [{ seq: 0n }]
      : await sql.rows<{ seq: bigint }>('select seq from link_order where order_key = $1', [query.startingAfter]);
  if (!place) throw new Refused('NOT_FOUND_ORDER');
  const rows = await sql.rows<OrderRow>(
    `select ${ORDER_COLUMNS} from link_order where seq > $1 order by seq limit $2`,
    [place.seq, limit],
  );
  return ordersOf(sql, world, rows);
};
