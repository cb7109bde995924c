import { Refused } from '../api/refused.js';
import type { Sql } from '../database/sql.js';

/** An order is paid once: its id cannot be used again after an approval, not even after a cancel. Throws Refused. */
export async function assertOrderIsFree(sql: Sql, orderId: string): Promise<void> {
  const [paid] = await sql.rows('select 1 from payment where order_id = $1 and approved_at is not null', [orderId]);
  if (paid) throw new Refused('DUPLICATED_ORDER_ID');
}
