import type { Sql } from '../database/sql.js';
import type { PaymentRow } from '../payments/payment-row.js';
import type { ReturnUrls } from './leads-back.js';

/** What the window of a payment knows beside the payment itself. */
export type PaymentWindow = ReturnUrls & Readonly<{ customerName: string | null }>;

/** Whether a payment still waits for its buyer. */
export const isWaiting = ({ status, expiresAt }: Pick<PaymentRow, 'status' | 'expiresAt'>, now: Date): boolean =>
  status === 'READY' && expiresAt !== null && expiresAt > now;

export async function storeWindow(
  sql: Sql,
  paymentKey: string,
  { successUrl, failUrl, customerName }: ReturnUrls & { customerName?: string | undefined },
): Promise<void> {
  await sql.rows(
    'insert into payment_window (payment_key, success_url, fail_url, customer_name) values ($1, $2, $3, $4)',
    [paymentKey, successUrl, failUrl, customerName ?? null],
  );
}

/** Undefined for a payment that has no window: billing, key-in, payment links and the like. */
export async function findWindow(sql: Sql, paymentKey: string): Promise<PaymentWindow | undefined> {
  const [window] = await sql.rows<PaymentWindow>(
    `select success_url as "successUrl", fail_url as "failUrl", customer_name as "customerName"
     from payment_window where payment_key = $1`,
    [paymentKey],
  );
  return window;
}
