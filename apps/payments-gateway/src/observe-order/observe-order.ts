import { CallError } from '@jeongsan/http-contract';
import type { Gateway } from '../gateway.js';
import { observePayment } from '../observe-payment/observe-payment.js';

/**
 * Looks at the payment of an order: a webhook about a virtual account names the order only, and a call that charges may
 * have no answer and so no payment key. An order without a payment at the provider is ignored.
 */
export async function observeOrder(gateway: Gateway, orderId: string): Promise<void> {
  try {
    const { paymentKey } = await gateway.provider.getPaymentByOrder({ params: { orderId } });
    await observePayment(gateway, paymentKey);
  } catch (error) {
    if (!(error instanceof CallError) || error.code !== 'NOT_FOUND_PAYMENT') throw error;
  }
}
