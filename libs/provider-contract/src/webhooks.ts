import { z } from 'zod';
import { Payment } from './payment.objects.js';
import { Payout } from './payouts.contract.js';
import { Seller } from './sellers.contract.js';

/** Headers of every webhook; the signature only on payout.changed and seller.changed. */
export const webhookHeaders = {
  transmissionTime: 'tosspayments-webhook-transmission-time',
  retriedCount: 'tosspayments-webhook-transmission-retried-count',
  transmissionId: 'tosspayments-webhook-transmission-id',
  signature: 'tosspayments-webhook-signature',
} as const;

/** Minutes after the previous attempt. Seven retries, then the provider gives up. Only HTTP 200 within 10 s is success. */
export const webhookRetryMinutes = [1, 4, 16, 64, 256, 1024, 4096] as const;
export const WEBHOOK_TIMEOUT_MS = 10_000;

const v2Event = <N extends string, E extends string, B extends z.ZodType>(eventType: N, entityType: E, entityBody: B) =>
  z.object({
    eventType: z.literal(eventType),
    createdAt: z.string(),
    version: z.string(),
    eventId: z.string(),
    entityType: z.literal(entityType),
    entityBody,
  });

export const PaymentStatusChanged = z.object({
  eventType: z.literal('PAYMENT_STATUS_CHANGED'),
  /** yyyy-MM-dd'T'HH:mm:ss.SSSSSS, without an offset. */
  createdAt: z.string(),
  data: Payment,
});
export const PayoutChanged = v2Event('payout.changed', 'payout', Payout);
export const SellerChanged = v2Event('seller.changed', 'seller', Seller);

/** What a receiver needs to know in order to go and look; everything else in the body is hearsay. */
export const WebhookNudge = z.union([
  z.object({
    eventType: z.literal('PAYMENT_STATUS_CHANGED'),
    data: z.object({ paymentKey: z.string().min(1).max(200) }),
  }),
  z.object({
    eventType: z.literal('payout.changed'),
    eventId: z.string(),
    entityBody: z.object({ id: z.string().min(1).max(35) }),
  }),
  z.object({
    eventType: z.literal('seller.changed'),
    eventId: z.string(),
    entityBody: z.object({ id: z.string().min(1).max(35) }),
  }),
]);
export type WebhookEventType = z.infer<typeof WebhookNudge>['eventType'];
