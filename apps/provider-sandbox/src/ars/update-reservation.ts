import type { updateReservation as contract } from '@jeongsan/provider-contract';
import { entity, type Handler } from '../api/operation.js';
import { assertMinimum } from '../payments/minimum-amount.js';
import { assertNotPast, lockReadyReservation, reservationOf, type ReservationRow } from './reservation.js';

/** Changes the sent fields of a reservation that has had no call yet (document 3 section 4). */
export const updateReservation: Handler<typeof contract> = async (call, { params, body }) => {
  const reservation = await lockReadyReservation(call.sql, params.id);
  if (body.reservedAt) assertNotPast(body.reservedAt, call.now);
  const changed: ReservationRow = {
    ...reservation,
    amount: body.payment?.amount?.minor ?? reservation.amount,
    orderName: body.payment?.orderName ?? reservation.orderName,
    reservedAt: body.reservedAt ?? reservation.reservedAt,
  };
  assertMinimum('카드', changed.amount);
  await call.sql.rows('update ars_reservation set amount = $2, order_name = $3, reserved_at = $4 where id = $1', [
    changed.id,
    changed.amount,
    changed.orderName,
    changed.reservedAt,
  ]);
  return entity(call, 'ars-reservation', reservationOf(changed, call.world));
};
