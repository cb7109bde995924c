import { paymentLifecycle } from '@jeongsan/provider-contract';
import { stepOf } from '../lifecycle.js';
import { chooseAccount } from '../virtual-accounts/choose-account.js';
import type { Call } from '../world.js';
import { CONFIRM_MINUTES, minutesAfter } from './open-payment.js';
import { lockPayment } from './payment.js';
import type { PaymentRow } from './payment-row.js';

export type Authentication = 'unknown' | 'not-possible' | PaymentRow;

/** Plays the buyer's authentication in the window; the merchant then has ten minutes to confirm. */
export async function authenticatePayment(call: Call, paymentKey: string): Promise<Authentication> {
  const payment = await lockPayment(call.sql, paymentKey);
  if (!payment) return 'unknown';
  const isOpen = payment.expiresAt !== null && payment.expiresAt > call.now;
  if (payment.method === '가상계좌') return isOpen ? chooseAccount(call, payment) : 'not-possible';
  const status = stepOf(paymentLifecycle, payment.status, 'authenticate');
  if (status === undefined || !isOpen) return 'not-possible';
  const expiresAt = minutesAfter(call.now, CONFIRM_MINUTES);
  await call.sql.rows('update payment set status = $2, expires_at = $3 where payment_key = $1', [
    paymentKey,
    status,
    expiresAt,
  ]);
  return { ...payment, status, expiresAt };
}
