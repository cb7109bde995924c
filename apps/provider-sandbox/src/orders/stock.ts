import { Refused } from '../api/refused.js';
import type { Sql } from '../database/sql.js';
import type { OrderRow } from './order.js';

type Taken = Pick<OrderRow, 'orderKey' | 'productKey' | 'optionId' | 'quantity'>;

/**
 * Takes an order's goods from the stock, all or none: of two buyers of the last piece, one gets the goods. Throws
 * Refused.
 */
export async function takeStock(sql: Sql, { orderKey, productKey, optionId, quantity }: Taken): Promise<void> {
  const taken =
    optionId === null
      ? await sql.rows(
          `update product set remain_quantity = remain_quantity - $2
           where product_key = $1 and deleted_at is null and (remain_quantity is null or remain_quantity >= $2) returning 1`,
          [productKey, quantity],
        )
      : await sql.rows(
          `update product_option set remain_quantity = remain_quantity - $2
           where id = $1 and available and (remain_quantity is null or remain_quantity >= $2) returning 1`,
          [optionId, quantity],
        );
  if (taken.length === 0) throw new Refused('SOLD_OUT_PRODUCT');
  await sql.rows('update link_order set has_stock = true where order_key = $1', [orderKey]);
}

/**
 * Returns an order's goods to the stock once, at most up to the total quantity, which may have been changed since. The
 * order must be locked by this transaction.
 */
export async function returnStock(sql: Sql, { orderKey, productKey, optionId, quantity }: Taken): Promise<void> {
  const held = await sql.rows(
    'update link_order set has_stock = false, stock_due_at = null where order_key = $1 and has_stock returning 1',
    [orderKey],
  );
  if (held.length === 0) return;
  if (optionId === null) {
    await sql.rows(
      'update product set remain_quantity = least(total_quantity, remain_quantity + $2) where product_key = $1',
      [productKey, quantity],
    );
  } else {
    await sql.rows(
      'update product_option set remain_quantity = least(total_quantity, remain_quantity + $2) where id = $1',
      [optionId, quantity],
    );
  }
}
