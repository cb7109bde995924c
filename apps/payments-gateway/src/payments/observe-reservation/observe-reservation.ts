import { CallError } from '@jeongsan/http-contract';
import type { Gateway } from '../../gateway.js';
import { observePayment } from '../observe-payment/observe-payment.js';

/**
 * Looks at the payment of an ARS reservation (a payment by phone). A reservation that the provider does not know, or
 * that has no payment yet, is ignored: every change of a reservation sends another webhook.
 */
export async function observeReservation(gateway: Gateway, reservationId: string): Promise<void> {
  const paymentKey = await paymentOf(gateway, reservationId);
  if (paymentKey !== null) await observePayment(gateway, paymentKey);
}

async function paymentOf({ provider }: Gateway, arsReservationId: string): Promise<string | null> {
  try {
    const { entityBody: session } = await provider.getArsSession({ query: { arsReservationId } });
    return session.paymentId;
  } catch (error) {
    if (error instanceof CallError && error.code === 'NOT_FOUND_ARS') return null;
    throw error;
  }
}
