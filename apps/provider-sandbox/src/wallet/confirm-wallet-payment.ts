import type { confirmWalletPayment as contract } from '@jeongsan/provider-contract';
import type { Handler } from '../api/operation.js';
import { Refused } from '../api/refused.js';
import { confirmPayment } from '../payments/confirm-payment.js';
import { lockPayment } from '../payments/payment.js';
import { lockPayer } from './customer.js';
import { lockOwnMethod } from './method.js';
import { markUsed } from './wallet-payment.js';

/**
 * Approves a payment that a customer authenticated in the wallet (document 2 section 4); apart from the customer check
 * it is confirmed like any payment.
 */
export const confirmWalletPayment: Handler<typeof contract> = async (call, { body }) => {
  const { paymentKey, orderId, amount, customerKey } = body;
  const payment = await lockPayment(call.sql, paymentKey);
  // ASSUMED: a payment made outside the wallet is answered as not found.
  if (payment?.type !== 'WALLET') throw new Refused('NOT_FOUND_PAYMENT');
  // ASSUMED: a customerKey other than the payment's is refused with the same code as another order or amount.
  if (payment.customerKey !== customerKey) throw new Refused('FORBIDDEN_REQUEST', { about: ['customerKey'] });
  if (payment.status === 'IN_PROGRESS') {
    const customer = await lockPayer(call.sql, customerKey);
    await lockOwnMethod(call.sql, customer.id, await methodKeyOf(call.sql, paymentKey));
  }
  const approved = await confirmPayment(call, { body: { paymentKey, orderId, amount } });
  await markUsed(call, paymentKey);
  return approved;
};

async function methodKeyOf(sql: Parameters<typeof lockPayment>[0], paymentKey: string): Promise<string> {
  const [method] = await sql.rows<{ methodKey: string }>(
    `select method_key as "methodKey" from wallet_payment join wallet_method on wallet_method.id = method_id where payment_key = $1`,
    [paymentKey],
  );
  return method?.methodKey ?? '';
}
