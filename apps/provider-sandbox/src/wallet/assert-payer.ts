import type { PaymentRow } from '../payments/payment-row.js';
import type { Call } from '../world.js';
import { lockPayer } from './customer.js';
import { lockOwnMethod } from './method.js';

/**
 * Throws Refused unless the customer of a wallet payment can still pay with the chosen method: a customer on hold, a
 * removed customer or method is refused whichever operation confirms the payment.
 */
export async function assertPayer({ sql }: Call, { customerKey, paymentKey }: PaymentRow): Promise<void> {
  const customer = await lockPayer(sql, customerKey ?? '');
  const [method] = await sql.rows<{ methodKey: string }>(
    `select method_key as "methodKey" from wallet_payment join wallet_method on wallet_method.id = method_id where payment_key = $1`,
    [paymentKey],
  );
  await lockOwnMethod(sql, customer.id, method?.methodKey ?? '');
}
