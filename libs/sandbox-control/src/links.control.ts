import { endpoint, Instant } from '@jeongsan/http-contract';
import { Reservation, ReservationId, MetaFields, Order, PaymentMethod, ProductKey } from '@jeongsan/provider-contract';
import { z } from 'zod';
import { DepositorChoices } from './buyer-choices.js';
import { control } from './control-endpoint.js';

// ASSUMED: what a buyer may write into the fields of an order is not shown; these are their lengths.
/** The fields that a buyer fills in on the page of a payment link. */
export const Purchase = z.object({
  /** The chosen combination of options, for a product with options. */
  optionNames: z.array(z.string()).optional(),
  quantity: z.int().min(1).max(1_000_000),
  customerName: z.string().min(1).max(100),
  customerPhoneNumber: z.string().regex(/^\d{8,15}$/, '8 to 15 digits'),
  memo: z.string().max(500).optional(),
  shipping: z
    .object({
      receiver: z.string().min(1).max(100),
      postalCode: z.string().regex(/^\d{5}$/, '5 digits'),
      address: z.string().min(1).max(200),
      detailAddress: z.string().max(200),
    })
    .optional(),
});

/** A message (e-mail or text) that the sandbox recorded instead of sending. */
export const RecordedSms = z.object({
  productKey: ProductKey,
  recipient: z.string(),
  link: z.string(),
  sentAt: Instant,
});

/** Actions of customers of payment links and ARS, on the page or on the phone. */
export const linkControl = {
  buyFromLink: endpoint({
    ...control,
    method: 'POST',
    path: '/control/products/{productKey}/orders',
    summary: 'A buyer opens a payment link, orders and goes through the payment window.',
    params: z.object({ productKey: ProductKey }),
    body: Purchase.extend({
      /** The queryParams of the message with the link. */
      queryParams: MetaFields.optional(),
      method: PaymentMethod.optional(),
      ...DepositorChoices.shape,
      /** approve: the default; 가상계좌 then waits for its deposit. refuse: the order stays without a payment. leave: the buyer closes the window. */
      window: z.enum(['approve', 'refuse', 'leave']).optional(),
    }),
    success: { status: 201, body: Order },
  }),
  listSms: endpoint({
    ...control,
    method: 'GET',
    path: '/control/sms',
    summary: 'The latest thousand messages, newest first: recorded, not sent.',
    query: z.object({ productKey: ProductKey.optional() }),
    success: { status: 200, body: z.object({ items: z.array(RecordedSms) }) },
  }),
  callArs: endpoint({
    ...control,
    method: 'POST',
    path: '/control/ars/reservations/{id}/call',
    summary: 'The customer calls and keys in a card.',
    params: z.object({ id: ReservationId }),
    body: z.object({
      /** The error code with which the card is refused; the reservation then waits for another call. */
      refuseWith: z.string().max(100).optional(),
    }),
    success: { status: 200, body: Reservation },
  }),
} as const;
