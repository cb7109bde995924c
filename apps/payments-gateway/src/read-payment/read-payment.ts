import { CallError } from '@jeongsan/http-contract';
import { refuse } from '@jeongsan/platform-contract';
import type { Gateway, ProviderPayment } from '../gateway.js';
import { requireStorable, whileUnknown } from '../outcome.js';
import { findPayment, findPaymentOfOrder, type PaymentRecord } from '../payment-record.js';

/** A payment of ours as the provider shows it now. Throws PAYMENT_NOT_FOUND. */
export async function readPayment(gateway: Gateway, paymentKey: string): Promise<ProviderPayment> {
  requireStorable(paymentKey);
  return readAtProvider(gateway, await findPayment(gateway.db, paymentKey), `Payment ${paymentKey}`);
}

/** The valid payment of an order: the live one, otherwise the one refused last. Throws PAYMENT_NOT_FOUND. */
export async function readPaymentByOrder(gateway: Gateway, orderId: string): Promise<ProviderPayment> {
  return readAtProvider(gateway, await findPaymentOfOrder(gateway.db, orderId), `A payment of order ${orderId}`);
}

async function readAtProvider(
  gateway: Gateway,
  payment: PaymentRecord | undefined,
  what: string,
): Promise<ProviderPayment> {
  const notFound = refuse('PAYMENT_NOT_FOUND', `${what} was never confirmed here`);
  if (!payment) throw notFound;
  return gateway.provider.getPayment({ params: { paymentKey: payment.paymentKey } }).catch((error: unknown) => {
    if (error instanceof CallError && error.code === 'NOT_FOUND_PAYMENT') throw notFound;
    return whileUnknown(error);
  });
}
