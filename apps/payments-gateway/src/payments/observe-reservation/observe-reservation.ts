import { CallError } from '@jeongsan/http-contract';
import type { Gateway } from '../../gateway.js';
import { noteSold, taxFreeOf } from '../../splits/sold-items.js';
import { bookSeen } from '../book-payment/book-seen.js';

/**
 * Books the payment of an ARS reservation (a payment by phone), and notes which reservation it paid. A reservation that the
 * provider does not know, or that has no payment yet, is ignored: every change of a reservation sends another webhook.
 */
export async function observeReservation(gateway: Gateway, reservationId: string): Promise<void> {
  const paymentKey = await paymentOf(gateway, reservationId);
  if (paymentKey === null) return;
  const { entityBody: reservation } = await gateway.provider.getReservation({ params: { id: reservationId } });
  const seen = await gateway.provider.getPayment({ params: { paymentKey } });
  const { reserveNumber: key, requestedAt: soldAt } = reservation;
  if (key && soldAt) {
    const item = { kind: 'ars', key, quantity: 1, unitPrice: seen.totalAmount, delivery: 0n } as const;
    await noteSold(gateway.db, {
      paymentKey,
      subject: `ars/${reservationId}`,
      soldAt,
      taxFree: taxFreeOf(seen),
      items: [item],
    });
  }
  await bookSeen(gateway, seen, 'provider');
}

async function paymentOf({ provider }: Gateway, arsReservationId: string): Promise<string | null> {
  try {
    const { entityBody: session } = await provider.getArsSession({ query: { arsReservationId } });
    return session.paymentId ?? null;
  } catch (error) {
    if (error instanceof CallError && error.code === 'NOT_FOUND_ARS') return null;
    throw error;
  }
}
