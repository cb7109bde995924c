import { endpoint, SeoulInstant } from '@jeongsan/http-contract';
import { WonAmount } from '@jeongsan/money';
import { z } from 'zod';
import { codes } from './errors.js';
import { reservationStatuses } from './lifecycles.js';
import { LooseInstant } from './local-times.js';
import { PaymentKey } from './payment.objects.js';
import { entity } from './v2-envelope.js';
import { v2Event } from './webhooks.js';
import { decisive } from './reading.js';

export const ReservationId = z.string().min(1).max(64);
const ReserveNumber = z.string().regex(/^\d{8,12}$/, '8 to 12 digits');
const OrderName = z.string().min(1).max(100);
const MobilePhone = z.string().regex(/^\d{8,15}$/, '8 to 15 digits');

/** Document 3 section 2.3. */
export const Reservation = decisive(
  z.object({
    id: ReservationId,
    mid: z.string().max(14),
    reserveNumber: z.string(),
    status: z.enum(reservationStatuses),
    requestedAt: SeoulInstant,
    reservedAt: SeoulInstant,
    canceledAt: SeoulInstant.nullable(),
    cancelReason: z.string().nullable(),
    completedAt: SeoulInstant.nullable(),
  }),
  ['id', 'status'],
);

// ASSUMED: ARS answers in the envelope of the other v2 interfaces; the names of its entity types follow its webhook.
const reservation = { status: 200, body: entity('ars-reservation', Reservation) } as const;
const params = z.object({ id: ReservationId });

export const createReservation = endpoint({
  method: 'POST',
  path: '/v2/ars/reservations',
  summary: 'Reserve a card payment that is completed on the phone.',
  security: 'basic',
  body: z.object({
    arsType: z.literal('PAYMENT'),
    payment: z.object({
      method: z.literal('CARD'),
      amount: WonAmount,
      orderName: OrderName,
      customerMobilePhone: MobilePhone,
    }),
    reserveNumber: ReserveNumber,
    reservedAt: LooseInstant.nullish(),
  }),
  success: reservation,
  errors: codes('ALREADY_EXIST_RESERVATION', 'INVALID_RESERVED_AT', 'BELOW_MINIMUM_AMOUNT'),
});

export const getReservation = endpoint({
  method: 'GET',
  path: '/v2/ars/reservations/{id}',
  summary: 'Read a reservation.',
  security: 'basic',
  params,
  success: reservation,
  errors: codes('NOT_FOUND_RESERVATION'),
});

export const updateReservation = endpoint({
  method: 'POST',
  path: '/v2/ars/reservations/{id}',
  summary: 'Change what is sent, while the reservation is READY.',
  security: 'basic',
  params,
  body: z.object({
    payment: z.object({ amount: WonAmount.optional(), orderName: OrderName.optional() }).optional(),
    reservedAt: LooseInstant.optional(),
  }),
  success: reservation,
  errors: codes(
    'NOT_FOUND_RESERVATION',
    'ALREADY_COMPLETED_RESERVATION',
    'ALREADY_CANCELED_RESERVATION',
    'INVALID_RESERVED_AT',
    'BELOW_MINIMUM_AMOUNT',
  ),
});

export const cancelReservation = endpoint({
  method: 'POST',
  path: '/v2/ars/reservations/{id}/cancel',
  summary: 'Cancel a reservation that is READY.',
  security: 'basic',
  params,
  // ASSUMED: a cancelReason has up to 200 characters, as that of a payment.
  body: z.object({ cancelReason: z.string().min(1).max(200) }),
  success: reservation,
  errors: codes('NOT_FOUND_RESERVATION', 'ALREADY_COMPLETED_RESERVATION', 'ALREADY_CANCELED_RESERVATION'),
});

/** Document 3 section 2.4. */
export const ArsSession = decisive(
  z.object({
    id: z.string(),
    arsType: z.literal('PAYMENT'),
    arsReservationId: ReservationId,
    paymentId: PaymentKey.nullable(),
  }),
  ['id'],
  ['paymentId'],
);

// ASSUMED: the session is read with Basic authentication, as the reservations are.
export const getArsSession = endpoint({
  method: 'GET',
  path: '/v2/ars',
  summary: 'Read the call session of a reservation, with its payment.',
  security: 'basic',
  query: z.object({ arsReservationId: ReservationId }),
  success: { status: 200, body: entity('ars', ArsSession) },
  errors: codes('NOT_FOUND_ARS'),
});

/** Webhook, sent when a reservation is DONE or CANCELED; not described in document 3. */
export const ArsReservationChanged = v2Event(
  'ars-reservation.changed',
  'ars-reservation',
  decisive(
    Reservation.omit({ id: true, mid: true }).extend({ arsReservationKey: ReservationId, mId: z.string().max(14) }),
    ['arsReservationKey', 'status'],
  ),
);

export const arsOperations = {
  createReservation,
  getReservation,
  updateReservation,
  cancelReservation,
  getArsSession,
} as const;
