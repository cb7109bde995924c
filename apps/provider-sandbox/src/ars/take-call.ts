import { type ProviderErrorCode, reservationLifecycle } from '@jeongsan/provider-contract';
import { randomText } from '../ids.js';
import { stepOf } from '../lifecycle.js';
import { approvePayment } from '../payments/approve-payment.js';
import { abortPayment } from '../payments/assert-approvable.js';
import { openPayment } from '../payments/open-payment.js';
import { detailsOf } from '../payments/payment-details.js';
import type { Call } from '../world.js';
import {
  announceReservation,
  lockReservation,
  type ReservationObject,
  reservationOf,
  type ReservationRow,
} from './reservation.js';

export type TakenCall = 'unknown' | 'too-early' | 'not-possible' | ReservationObject;

/**
 * The customer calls and enters a card. An approved payment makes the reservation DONE; after a refused one the
 * reservation waits for another call.
 */
export async function takeCall(call: Call, id: string, refuseWith?: ProviderErrorCode): Promise<TakenCall> {
  const reservation = await lockReservation(call.sql, id);
  if (!reservation) return 'unknown';
  const status = stepOf(reservationLifecycle, reservation.status, 'complete');
  if (status === undefined) return 'not-possible';
  if (reservation.reservedAt > call.now) return 'too-early';
  const payment = await openPayment(call, {
    method: '카드',
    details: detailsOf['카드'](reservation.amount),
    amount: reservation.amount,
    orderId: `ars-${reservation.reserveNumber}-${randomText(16)}`,
    orderName: reservation.orderName,
    isAuthenticated: true,
    refuseWith,
  });
  if (refuseWith !== undefined) {
    await abortPayment(call, payment.paymentKey);
    return reservationOf(reservation, call.world);
  }
  await approvePayment(call, payment);
  const done: ReservationRow = { ...reservation, status, completedAt: call.now, paymentKey: payment.paymentKey };
  await call.sql.rows('update ars_reservation set status = $2, completed_at = $3, payment_key = $4 where id = $1', [
    done.id,
    done.status,
    done.completedAt,
    done.paymentKey,
  ]);
  return announceReservation(call, done);
}
