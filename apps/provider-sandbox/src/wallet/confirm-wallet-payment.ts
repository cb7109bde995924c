import type { confirmWalletPayment as contract } from '@jeongsan/provider-contract';
import type { Handler } from '../api/operation.js';
import { isWalletPayment, walletTypeUnder } from '../api/path-alias.js';
import { Refused } from '../api/refused.js';
import { confirmPayment } from '../payments/confirm-payment.js';
import { lockPayment } from '../payments/payment.js';

/**
 * Approves a payment that a customer authenticated in the wallet (document 2 section 4). Throws Refused. Apart from the
 * comparison of the customerKey it is confirmed like any payment, and keeps the type that the request's path names.
 */
export const confirmWalletPayment: Handler<typeof contract> = async (call, { body }) => {
  const { paymentKey, orderId, amount, customerKey } = body;
  const payment = await lockPayment(call.sql, paymentKey);
  // ASSUMED: a payment made outside the wallet is answered as not found.
  if (!payment || !isWalletPayment(payment)) throw new Refused('NOT_FOUND_PAYMENT');
  // ASSUMED: a customerKey other than the payment's is refused with the same code as another order or amount.
  if (payment.customerKey !== customerKey) throw new Refused('FORBIDDEN_REQUEST', { about: ['customerKey'] });
  if (payment.status === 'IN_PROGRESS') {
    await call.sql.rows('update payment set type = $2 where payment_key = $1', [paymentKey, walletTypeUnder(call)]);
  }
  return confirmPayment(call, { body: { paymentKey, orderId, amount } });
};
