import { CallError } from '@jeongsan/http-contract';
import { bookSeen } from '../book-payment/book-seen.js';
import type { Gateway } from '../../gateway.js';

/**
 * Reads the payment with an order number and books its status: a webhook about a virtual account names the order only, and a
 * call that charges may have no answer and so no payment key. A number that the provider does not know has no payment.
 */
export async function observeOrder(gateway: Gateway, orderId: string): Promise<void> {
  const seen = await gateway.provider.getPaymentByOrder({ params: { orderId } }).catch((error: unknown) => {
    if (error instanceof CallError && error.code === 'NOT_FOUND_PAYMENT') return undefined;
    throw error;
  });
  if (seen) await bookSeen(gateway, seen, 'provider');
}
