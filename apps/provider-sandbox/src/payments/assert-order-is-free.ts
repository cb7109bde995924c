import { Refused } from '../api/refused.js';
import type { Sql } from '../database/sql.js';

// ASSUMED: an order id also counts as used after a virtual account was issued for it, even if the account was canceled
// before a deposit.
/** Throws Refused if the order was paid before: an order id cannot be used again, not even after a cancel. */
export async function assertOrderIsFree(sql: Sql, orderId: string): Promise<void> {
  const [paid] = await sql.rows(
    `select 1 from payment where order_id = $1
       and (approved_at is not null or (method = '가상계좌' and status in ('WAITING_FOR_DEPOSIT', 'CANCELED')))`,
    [orderId],
  );
  if (paid) throw new Refused('DUPLICATED_ORDER_ID');
}
