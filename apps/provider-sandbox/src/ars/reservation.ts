import {
  ArsReservationChanged,
  type ProviderErrorCode,
  type Reservation,
  type ReservationStatus,
} from '@jeongsan/provider-contract';
import type { z } from 'zod';
import { Refused } from '../api/refused.js';
import type { Sql } from '../database/sql.js';
import { v2Body } from '../webhooks/event-bodies.js';
import { queueWebhooks } from '../webhooks/queue-webhooks.js';
import type { Call, World } from '../world.js';

export type ReservationObject = z.output<typeof Reservation>;

/** A stored reservation with its requested payment and its call session. */
export type ReservationRow = Readonly<{
  id: string;
  sessionId: string;
  reserveNumber: string;
  status: ReservationStatus;
  amount: bigint;
  orderName: string;
  customerMobilePhone: string;
  requestedAt: Date;
  reservedAt: Date;
  canceledAt: Date | null;
  cancelReason: string | null;
  completedAt: Date | null;
  paymentKey: string | null;
}>;

export const RESERVATION_COLUMNS = `id, session_id as "sessionId", reserve_number as "reserveNumber", status, amount,
  order_name as "orderName", customer_mobile_phone as "customerMobilePhone", requested_at as "requestedAt",
  reserved_at as "reservedAt", canceled_at as "canceledAt", cancel_reason as "cancelReason", completed_at as "completedAt",
  payment_key as "paymentKey"`;

export async function findReservation(sql: Sql, id: string): Promise<ReservationRow | undefined> {
  const [row] = await sql.rows<ReservationRow>(`select ${RESERVATION_COLUMNS} from ars_reservation where id = $1`, [
    id,
  ]);
  return row;
}

/** Reads a reservation and locks it until the transaction ends. */
export async function lockReservation(sql: Sql, id: string): Promise<ReservationRow | undefined> {
  const [row] = await sql.rows<ReservationRow>(
    `select ${RESERVATION_COLUMNS} from ars_reservation where id = $1 for update`,
    [id],
  );
  return row;
}

/** The error code for changing or canceling a reservation in this status; undefined: both are allowed. */
const changeRefusals = {
  READY: undefined,
  DONE: 'ALREADY_COMPLETED_RESERVATION',
  CANCELED: 'ALREADY_CANCELED_RESERVATION',
} as const satisfies Record<ReservationStatus, ProviderErrorCode | undefined>;

/** Reads and locks a reservation. Throws Refused unless its status is READY. */
export async function lockReadyReservation(sql: Sql, id: string): Promise<ReservationRow> {
  const reservation = await lockReservation(sql, id);
  if (!reservation) throw new Refused('NOT_FOUND_RESERVATION');
  const refusal = changeRefusals[reservation.status];
  if (refusal) throw new Refused(refusal);
  return reservation;
}

/** Throws Refused for a reservation in the past; compared in whole seconds, as on the wire. */
export function assertNotPast(reservedAt: Date, now: Date): void {
  if (reservedAt.getTime() < Math.floor(now.getTime() / 1_000) * 1_000) throw new Refused('INVALID_RESERVED_AT');
}

/** The provider's Reservation object (document 3 section 2.3). */
export const reservationOf = (row: ReservationRow, { env }: World): ReservationObject => ({
  id: row.id,
  mid: env.M_ID,
  reserveNumber: row.reserveNumber,
  status: row.status,
  requestedAt: row.requestedAt,
  reservedAt: row.reservedAt,
  canceledAt: row.canceledAt,
  cancelReason: row.cancelReason,
  completedAt: row.completedAt,
});

/** Queues ars-reservation.changed with the reservation's present state, and returns that state. */
export async function announceReservation({ sql, now, world }: Call, row: ReservationRow): Promise<ReservationObject> {
  const { id, mid, ...shown } = reservationOf(row, world);
  const body = v2Body(world, ArsReservationChanged, now, { ...shown, arsReservationKey: id, mId: mid });
  await queueWebhooks(sql, world.merchant, 'ars-reservation.changed', [{ subject: id, at: now, body }]);
  return reservationOf(row, world);
}
