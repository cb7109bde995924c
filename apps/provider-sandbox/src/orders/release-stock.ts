import type { World } from '../world.js';
import { ORDER_COLUMNS, type OrderRow } from './order.js';
import { returnStock } from './stock.js';

const BATCH_MAX = 200;

/** A query that returns a row if a deposit is overdue at $1. A deposit at the very second of the deadline is in time. */
export const STOCK_TO_RELEASE = 'select from link_order where stock_due_at < $1';

// ASSUMED: goods of a payment link are reserved from the issue of the virtual account, and are for sale again when its
// deadline has passed without a deposit.
/** Returns the goods of orders whose virtual accounts expired. Returns how many; a full batch means there may be more. */
export const releaseStock = (world: World, until: Date): Promise<number> =>
  world.database.transaction(async (sql) => {
    const due = await sql.rows<OrderRow>(
      `select ${ORDER_COLUMNS} from link_order where stock_due_at < $1
       order by stock_due_at limit ${BATCH_MAX} for update skip locked`,
      [until],
    );
    for (const order of due) await returnStock(sql, order);
    return due.length;
  });
