import type { getArsSession as sessionContract, getReservation as contract } from '@jeongsan/provider-contract';
import { entity, type Handler } from '../api/operation.js';
import { Refused } from '../api/refused.js';
import { findReservation, reservationOf } from './reservation.js';

export const getReservation: Handler<typeof contract> = async (call, { params }) => {
  const reservation = await findReservation(call.sql, params.id);
  if (!reservation) throw new Refused('NOT_FOUND_RESERVATION');
  return entity(call, 'ars-reservation', reservationOf(reservation, call.world));
};

/** The call session of a reservation, with its payment after the approval. */
export const getArsSession: Handler<typeof sessionContract> = async (call, { query }) => {
  const reservation = await findReservation(call.sql, query.arsReservationId);
  if (!reservation) throw new Refused('NOT_FOUND_ARS');
  const { sessionId: id, id: arsReservationId, paymentKey: paymentId } = reservation;
  return entity(call, 'ars', { id, arsType: 'PAYMENT', arsReservationId, paymentId });
};
