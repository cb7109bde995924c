import { endpoint, IntText, SeoulInstant } from '@jeongsan/http-contract';
import { WonNumber } from '@jeongsan/money';
import { z } from 'zod';
import { codes } from './errors.js';
import { CurrencyCode, Payment } from './payment.objects.js';
import { cancelPayment } from './payments.contract.js';
import { Product } from './products.objects.js';
import { v1Event } from './webhooks.js';
import { decisive } from './reading.js';

export const OrderKey = z.string().min(1).max(200);
const currency = CurrencyCode;

export const Shipping = z.object({
  receiver: z.string(),
  postalCode: z.string(),
  address: z.string(),
  detailAddress: z.string(),
  fullAddress: z.string(),
});
/** The queryParams of the message with which the payment link was sent. */
export const MetaFields = z.record(z.string(), z.string());
const OrderOption = decisive(z.object({ names: z.array(z.string()), amount: WonNumber, currency }), ['amount']);
export const OrderItem = decisive(
  z.object({ product: Product, quantity: z.int(), orderOptions: z.array(OrderOption) }),
  ['product', 'quantity', 'orderOptions'],
);

/** Document 3 section 2.2. */
export const Order = decisive(
  z.object({
    orderKey: OrderKey,
    amount: WonNumber,
    currency,
    metaFields: MetaFields,
    orderItems: z.array(OrderItem),
    customerName: z.string().nullable(),
    customerPhoneNumber: z.string().nullable(),
    memo: z.string().nullable(),
    shipping: Shipping.nullable(),
    payment: Payment.nullable(),
    createdAt: SeoulInstant,
  }),
  ['orderKey', 'amount', 'currency'],
  ['payment'],
);

// ASSUMED: orders are listed in the order they were made, and startingAfter excludes the order it names.
export const listOrders = endpoint({
  method: 'GET',
  path: '/v1/orders',
  summary: 'Orders made through payment links, page by page.',
  security: 'basic',
  query: z.object({ limit: IntText.optional(), startingAfter: OrderKey.optional() }),
  success: { status: 200, body: z.array(Order) },
  errors: codes('EXCEED_MAX_QUERY_LIMIT', 'NOT_FOUND_ORDER'),
});

export const getOrder = endpoint({
  method: 'GET',
  path: '/v1/orders/{orderKey}',
  summary: 'Read an order.',
  security: 'basic',
  params: z.object({ orderKey: OrderKey }),
  success: { status: 200, body: Order },
  errors: codes('NOT_FOUND_ORDER'),
});

export const cancelOrder = endpoint({
  method: 'POST',
  path: '/v1/orders/{orderKey}/cancel',
  summary: "Cancel an order's payment, wholly or in part.",
  security: 'basic',
  timeoutMs: 60_000,
  params: z.object({ orderKey: OrderKey }),
  body: z.object({
    cancelReason: z.string().min(1).max(200),
    cancelAmount: WonNumber.optional(),
    currency: z.enum(['KRW', 'USD', 'JPY']).optional(),
    taxFreeAmount: WonNumber.optional(),
    refundReceiveAccount: z
      .object({
        /** The Korean name of the bank. */
        bank: z.string().min(1).max(30),
        accountNumber: z.string().regex(/^\d{1,20}$/, '1 to 20 digits'),
        holderName: z.string().min(1).max(60),
      })
      .optional(),
  }),
  success: { status: 200, body: Order },
  errors: [...cancelPayment.errors, 'NOT_FOUND_ORDER'],
});

/** Sent when an order's payment is approved or canceled; not described in document 3. */
export const OrderPaymentStatusChanged = v1Event(
  'ORDER_PAYMENT_STATUS_CHANGED',
  decisive(
    Order.pick({
      orderKey: true,
      amount: true,
      currency: true,
      customerName: true,
      customerPhoneNumber: true,
      orderItems: true,
    }).extend({ payment: Payment }),
    ['orderKey', 'amount', 'currency', 'payment'],
  ),
);

export const orderOperations = { listOrders, getOrder, cancelOrder } as const;
