import { endpoint } from '@jeongsan/http-contract';
import { WonNumber } from '@jeongsan/money';
import { z } from 'zod';
import { codes } from './errors.js';
import { metadata, OrderId, Payment, PaymentKey, PaymentMethod } from './payment.objects.js';

/** A server-created payment: not in the documents, but what real server clients call to open the payment window. */
export const createPayment = endpoint({
  method: 'POST',
  path: '/v1/payments',
  summary: 'Create a payment that a buyer can authenticate (READY, with a checkout address).',
  security: 'basic',
  body: z.object({
    method: z.union([PaymentMethod, z.enum(['CARD', 'EASY_PAY', 'TRANSFER', 'MOBILE_PHONE'])]),
    amount: WonNumber,
    orderId: OrderId,
    orderName: z.string().min(1).max(100),
    successUrl: z.string().max(2000),
    failUrl: z.string().max(2000),
    taxFreeAmount: WonNumber.optional(),
    customerEmail: z.string().max(100).optional(),
    customerName: z.string().max(100).optional(),
    metadata: metadata(2000).optional(),
  }),
  success: { status: 200, body: Payment },
  errors: codes('DUPLICATED_ORDER_ID', 'BELOW_MINIMUM_AMOUNT'),
});

/** Document 1 section 4. */
export const confirmPayment = endpoint({
  method: 'POST',
  path: '/v1/payments/confirm',
  summary: 'Validate and approve the payment that the buyer authenticated.',
  security: 'basic',
  timeoutMs: 60_000,
  body: z.object({ paymentKey: PaymentKey, orderId: OrderId, amount: WonNumber }),
  success: { status: 200, body: Payment },
  errors: codes(
    'NOT_FOUND_PAYMENT',
    'NOT_FOUND_PAYMENT_SESSION',
    'ALREADY_PROCESSED_PAYMENT',
    'FORBIDDEN_REQUEST',
    'BELOW_MINIMUM_AMOUNT',
    'REJECT_CARD_PAYMENT',
    'REJECT_CARD_COMPANY',
    'REJECT_ACCOUNT_PAYMENT',
    'INVALID_CARD_EXPIRATION',
    'INVALID_STOPPED_CARD',
    'EXCEED_MAX_PAYMENT_AMOUNT',
    'DUPLICATED_ORDER_ID',
  ),
});

export const getPayment = endpoint({
  method: 'GET',
  path: '/v1/payments/{paymentKey}',
  summary: 'Read a payment.',
  security: 'basic',
  params: z.object({ paymentKey: PaymentKey }),
  success: { status: 200, body: Payment },
  errors: codes('NOT_FOUND_PAYMENT'),
});

export const getPaymentByOrder = endpoint({
  method: 'GET',
  path: '/v1/payments/orders/{orderId}',
  summary: "Read the latest payment of the merchant's order.",
  security: 'basic',
  params: z.object({ orderId: OrderId }),
  success: { status: 200, body: Payment },
  errors: codes('NOT_FOUND_PAYMENT'),
});

export const cancelPayment = endpoint({
  method: 'POST',
  path: '/v1/payments/{paymentKey}/cancel',
  summary: 'Cancel an approved payment, wholly or in part.',
  security: 'basic',
  timeoutMs: 60_000,
  params: z.object({ paymentKey: PaymentKey }),
  body: z.object({
    cancelReason: z.string().min(1).max(200),
    cancelAmount: WonNumber.optional(),
    taxFreeAmount: WonNumber.optional(),
    currency: z.enum(['KRW', 'USD', 'JPY']).optional(),
    refundableAmount: WonNumber.optional(),
  }),
  success: { status: 200, body: Payment },
  errors: codes(
    'NOT_FOUND_PAYMENT',
    'ALREADY_CANCELED_PAYMENT',
    'NOT_CANCELABLE_AMOUNT',
    'NOT_CANCELABLE_PAYMENT',
    'NOT_MATCHES_REFUNDABLE_AMOUNT',
    'INVALID_CURRENCY',
  ),
});

export const paymentOperations = {
  createPayment,
  confirmPayment,
  getPayment,
  getPaymentByOrder,
  cancelPayment,
} as const;
