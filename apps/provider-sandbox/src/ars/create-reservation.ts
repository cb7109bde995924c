import type { createReservation as contract } from '@jeongsan/provider-contract';
import { entity, type Handler } from '../api/operation.js';
import { timedId } from '../ids.js';
import { assertMinimum } from '../payments/minimum-amount.js';
import { assertNotPast, RESERVATION_COLUMNS, reservationOf, type ReservationRow } from './reservation.js';

/** Reserves a card payment for a phone call (document 3 section 4). A reserveNumber is used once, whatever became of it. */
export const createReservation: Handler<typeof contract> = async (call, { body }) => {
  const { now, sql } = call;
  const { amount, orderName, customerMobilePhone } = body.payment;
  const reservedAt = body.reservedAt ?? now;
  assertNotPast(reservedAt, now);
  // ASSUMED: the minimum of a card payment is checked when it is reserved.
  assertMinimum('카드', amount.minor);
  const [row] = await sql.rows<ReservationRow>(
    `insert into ars_reservation (id, session_id, reserve_number, status, amount, order_name, customer_mobile_phone,
       requested_at, reserved_at)
     values ($1, $2, $3, 'READY', $4, $5, $6, $7, $8) returning ${RESERVATION_COLUMNS}`,
    [
      timedId('reservation', now),
      // ASSUMED: the session begins with its reservation, so that it can be read before the call.
      timedId('ars', now),
      body.reserveNumber,
      amount.minor,
      orderName,
      customerMobilePhone,
      now,
      reservedAt,
    ],
  );
  if (!row) throw new Error('The reservation was not stored');
  return entity(call, 'ars-reservation', reservationOf(row, call.world));
};
