import { statement } from '@jeongsan/sql';
import type { Sql } from '../database/sql.js';
import type { PaymentRow } from '../payments/payment-row.js';
import type { ReturnUrls } from './leads-back.js';

/** What the window of a payment knows beside the payment itself. */
export type PaymentWindow = ReturnUrls & Readonly<{ customerName: string | null; discountCode: string | null }>;

/** Whether a payment still waits for its buyer. */
export const isWaiting = ({ status, expiresAt }: Pick<PaymentRow, 'status' | 'expiresAt'>, now: Date): boolean =>
  status === 'READY' && expiresAt !== null && expiresAt > now;

export async function storeWindow(
  sql: Sql,
  paymentKey: string,
  window: ReturnUrls & { customerName?: string | undefined; discountCode?: string | undefined },
): Promise<void> {
  const { successUrl, failUrl, customerName = null, discountCode = null } = window;
  await STORE.rows(sql, { paymentKey, successUrl, failUrl, customerName, discountCode });
}

const STORE = statement(`
  insert into payment_window (payment_key, success_url, fail_url, customer_name, discount_code)
  values (:paymentKey, :successUrl, :failUrl, :customerName, :discountCode)`);

/** Undefined for a payment that has no window: billing, key-in, payment links and the like. */
export async function findWindow(sql: Sql, paymentKey: string): Promise<PaymentWindow | undefined> {
  const [window] = await sql.rows<PaymentWindow>(
    `select success_url as "successUrl", fail_url as "failUrl", customer_name as "customerName",
       discount_code as "discountCode"
     from payment_window where payment_key = $1`,
    [paymentKey],
  );
  return window;
}
