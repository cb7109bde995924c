import type { createReservation as contract } from '@jeongsan/provider-contract';
import { statement } from '@jeongsan/sql';
import { entity, type Handler } from '../api/operation.js';
import { timedId } from '../ids.js';
import { assertMinimum } from '../payments/minimum-amount.js';
import { assertNotPast, RESERVATION_COLUMNS, reservationOf, type ReservationRow } from './reservation.js';

const RESERVE = statement(`
  insert into ars_reservation (id, session_id, reserve_number, status, amount, order_name, customer_mobile_phone,
    requested_at, reserved_at)
  values (:id, :sessionId, :reserveNumber, 'READY', :amount, :orderName, :customerMobilePhone, :requestedAt, :reservedAt)
    returning ${RESERVATION_COLUMNS}`);

/**
 * Reserves a card payment by phone call (document 3 section 4). A reserveNumber can be used once, even if its
 * reservation failed.
 */
export const createReservation: Handler<typeof contract> = async (call, { body }) => {
  const { now, sql } = call;
  const { amount, orderName, customerMobilePhone } = body.payment;
  const reservedAt = body.reservedAt ?? now;
  assertNotPast(reservedAt, now);
  // ASSUMED: the minimum amount of a card payment is checked at the reservation.
  assertMinimum('카드', amount.minor);
  const [row] = await RESERVE.rows<ReservationRow>(sql, {
    id: timedId('reservation', now),
    // ASSUMED: the call session exists from the reservation on, so that the session can be read before the call.
    sessionId: timedId('ars', now),
    reserveNumber: body.reserveNumber,
    amount: amount.minor,
    orderName,
    customerMobilePhone,
    requestedAt: now,
    reservedAt,
  });
  if (!row) throw new Error('The reservation was not stored');
  return entity(call, 'ars-reservation', reservationOf(row, call.world));
};
