import { z } from 'zod';
import { LegacyPayout } from './legacy-payouts.contract.js';
import { paymentStatuses } from './lifecycles.js';
import { AnsweredOrderId, Cancel, Payment, TransactionKey } from './payment.objects.js';
import { Payout } from './payouts.contract.js';
import { Seller } from './sellers.contract.js';
import { SubMall } from './sub-malls.contract.js';
import { decisive } from './reading.js';

/** Headers of every webhook; the signature is present only on payout.changed and seller.changed. */
export const webhookHeaders = {
  transmissionTime: 'tosspayments-webhook-transmission-time',
  retriedCount: 'tosspayments-webhook-transmission-retried-count',
  transmissionId: 'tosspayments-webhook-transmission-id',
  signature: 'tosspayments-webhook-signature',
} as const;

/** Minutes from one attempt to the next: seven retries in all. Only HTTP 200 within 10 s counts as delivered. */
export const webhookRetryMinutes = [1, 4, 16, 64, 256, 1024, 4096] as const;
export const WEBHOOK_TIMEOUT_MS = 10_000;

/** Every event that a merchant can subscribe to (documents 1 to 3, sections 6). */
export const webhookEventTypes = [
  'PAYMENT_STATUS_CHANGED',
  'DEPOSIT_CALLBACK',
  'CANCEL_STATUS_CHANGED',
  'BILLING_DELETED',
  'METHOD_UPDATED',
  'CUSTOMER_STATUS_CHANGED',
  'ORDER_PAYMENT_STATUS_CHANGED',
  'PAYOUT_STATUS_CHANGED',
  'SUBMALL_STATUS_CHANGED',
  'payout.changed',
  'seller.changed',
  'ars-reservation.changed',
] as const;
export type WebhookEventType = (typeof webhookEventTypes)[number];

export const v2Event = <N extends string, E extends string, B extends z.ZodType>(
  eventType: N,
  entityType: E,
  entityBody: B,
) =>
  decisive(
    z.object({
      eventType: z.literal(eventType),
      createdAt: z.string(),
      version: z.string(),
      eventId: z.string(),
      entityType: z.literal(entityType),
      entityBody,
    }),
    ['eventType', 'entityBody'],
  );

/** The envelope of the older events; createdAt is yyyy-MM-dd'T'HH:mm:ss.SSSSSS, without an offset. */
export const v1Event = <N extends string, D extends z.ZodType>(eventType: N, data: D) =>
  decisive(z.object({ eventType: z.literal(eventType), createdAt: z.string(), data }), ['eventType', 'data']);

export const PaymentStatusChanged = v1Event('PAYMENT_STATUS_CHANGED', Payment);
/** The only event without an envelope: a virtual account was issued, received its deposit, or was canceled. */
export const DepositCallback = decisive(
  z.object({
    createdAt: z.string(),
    secret: z.string().max(50),
    status: z.enum(paymentStatuses),
    transactionKey: TransactionKey,
    orderId: AnsweredOrderId,
  }),
  ['status', 'orderId'],
);
/** An asynchronous cancel: foreign easy pay only. */
export const CancelStatusChanged = v1Event('CANCEL_STATUS_CHANGED', Cancel);
export const BillingDeleted = v1Event(
  'BILLING_DELETED',
  decisive(z.object({ billingKey: z.string().max(200), reason: z.string().nullable() }), ['billingKey']),
);
export const MethodUpdated = v1Event(
  'METHOD_UPDATED',
  decisive(
    z.object({
      customerKey: z.string(),
      methodKey: z.string(),
      status: z.enum(['ENABLED', 'DISABLED', 'ALIAS_UPDATED']),
    }),
    ['customerKey', 'methodKey', 'status'],
  ),
);
export const CustomerStatusChanged = v1Event(
  'CUSTOMER_STATUS_CHANGED',
  decisive(
    z.object({
      customerKey: z.string(),
      status: z.enum(['CREATED', 'REMOVED', 'PASSWORD_CHANGED', 'ONE_TOUCH_ACTIVATED', 'ONE_TOUCH_DEACTIVATED']),
      /** yyyy-MM-dd'T'HH:mm:ss with an offset. */
      changedAt: z.string(),
    }),
    ['customerKey', 'status'],
  ),
);
/** Legacy API: a payout ended, with or without success. */
export const LegacyPayoutStatusChanged = v1Event('PAYOUT_STATUS_CHANGED', LegacyPayout);
export const SubMallStatusChanged = v1Event('SUBMALL_STATUS_CHANGED', SubMall);
export const PayoutChanged = v2Event('payout.changed', 'payout', Payout);
export const SellerChanged = v2Event('seller.changed', 'seller', Seller);
