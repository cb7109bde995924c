/** The objects of document 3, transcribed from the document alone. */
import {
  boolean,
  hidden,
  instant,
  integer,
  list,
  map,
  nullable,
  number,
  object,
  type Published,
  text,
  words,
} from './published.js';
import { payment } from './published-payments.js';

/** Section 2.1; further fields of an image are not shown. */
export const productImage = object('ProductImage', { productImageKey: text(), path: text() });
const stock = object('stock', { totalQuantity: integer, remainQuantity: integer });

/** Section 2.1. */
export const product = object('Product', {
  productKey: text(),
  name: text(),
  amount: number,
  currency: text(),
  description: nullable(text()),
  exchangeRefundPolicy: nullable(text()),
  status: words('ON_SALE', 'SOLD_OUT'),
  url: nullable(text()),
  useMemo: boolean,
  validThrough: nullable(text()),
  mainImage: nullable(productImage),
  images: list(productImage),
  optionDetail: object('Product.optionDetail', {
    groups: list(object('Product.optionDetail.groups', { id: text(), name: text(), values: list(text()) })),
    options: list(
      object('Product.optionDetail.options', {
        id: text(),
        names: list(text()),
        amount: number,
        currency: text(),
        available: boolean,
        stock: nullable(stock),
      }),
    ),
  }),
  stock: nullable(stock),
  deliveryPolicy: nullable(object('Product.deliveryPolicy', { amount: number, currency: text(), period: text() })),
  createdAt: instant,
});

const orderItems = list(
  object('Order.orderItems', {
    product,
    quantity: integer,
    orderOptions: list(
      object('Order.orderItems.orderOptions', { names: list(text()), amount: number, currency: text() }),
    ),
  }),
);

/** Section 2.2. */
export const order = object('Order', {
  orderKey: text(),
  amount: number,
  currency: text(),
  metaFields: map,
  orderItems,
  customerName: nullable(text()),
  customerPhoneNumber: nullable(text()),
  memo: nullable(text()),
  shipping: nullable(
    object('Order.shipping', {
      receiver: text(),
      postalCode: text(),
      address: text(),
      detailAddress: text(),
      fullAddress: text(),
    }),
  ),
  payment: nullable(payment),
  createdAt: instant,
});

/** The members of an order in its webhook (not in document 3). */
export const orderOfWebhook = {
  orderKey: text(),
  amount: number,
  currency: text(),
  customerName: nullable(text()),
  customerPhoneNumber: nullable(text()),
  orderItems,
  payment,
};

const reservationTimes = {
  reserveNumber: text(12),
  status: words('READY', 'DONE', 'CANCELED'),
  requestedAt: instant,
  reservedAt: instant,
  canceledAt: nullable(instant),
  cancelReason: nullable(text()),
  completedAt: nullable(instant),
};
/** Section 2.3. */
const reservation = object('Reservation', { id: text(), mid: text(14), ...reservationTimes });
/** The reservation in its webhook (not in document 3). */
export const reservationOfWebhook = object('Reservation in its webhook', {
  arsReservationKey: text(),
  mId: text(14),
  ...reservationTimes,
});
/** Section 2.4. */
const session = object('ARS session', {
  id: text(),
  arsType: words('PAYMENT'),
  arsReservationId: text(),
  paymentId: nullable(text(200)),
});

// Document 3 names entityBody alone; the other members are of the provider's general page about answers.
const inBody = (entityBody: Published): Published =>
  object('Envelope', { version: text(), traceId: text(32), entityType: text(), entityBody });
export const reservationEntity = inBody(reservation);
export const sessionEntity = inBody(session);
/** Section 4: "Success is HTTP 200", and "the deleted productKey"; their forms are not shown. */
export const sent = hidden;
export const deletedProduct = hidden;
