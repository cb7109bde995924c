import { type cancelReservation as contract, reservationLifecycle } from '@jeongsan/provider-contract';
import { entity, type Handler } from '../api/operation.js';
import { advance } from '../lifecycle.js';
import { announceReservation, lockReadyReservation, type ReservationRow } from './reservation.js';

/** Cancels a reservation that has had no call yet (document 3 section 4). */
export const cancelReservation: Handler<typeof contract> = async (call, { params, body }) => {
  const reservation = await lockReadyReservation(call.sql, params.id);
  const canceled: ReservationRow = {
    ...reservation,
    status: advance(reservationLifecycle, reservation.status, 'cancel'),
    canceledAt: call.now,
    cancelReason: body.cancelReason,
  };
  await call.sql.rows('update ars_reservation set status = $2, canceled_at = $3, cancel_reason = $4 where id = $1', [
    canceled.id,
    canceled.status,
    canceled.canceledAt,
    canceled.cancelReason,
  ]);
  return entity(call, 'ars-reservation', await announceReservation(call, canceled));
};
