import type { z } from 'zod';
import { ArsReservationChanged } from './ars.contract.js';
import { OrderPaymentStatusChanged } from './orders.contract.js';
import {
  BillingDeleted,
  CancelStatusChanged,
  CustomerStatusChanged,
  DepositCallback,
  LegacyPayoutStatusChanged,
  MethodUpdated,
  PaymentStatusChanged,
  PayoutChanged,
  SellerChanged,
  SubMallStatusChanged,
  type WebhookEventType,
} from './webhooks.js';

type Described = Readonly<{ summary: string; isSigned: boolean; body: z.ZodType }>;

// prettier-ignore
/** The events that the provider sends: the occasion, whether the provider signs the bytes, and the body. */
export const webhookEvents = {
  PAYMENT_STATUS_CHANGED:       { isSigned: false, body: PaymentStatusChanged,      summary: 'A payment was approved, canceled, aborted or expired' },
  DEPOSIT_CALLBACK:             { isSigned: false, body: DepositCallback,           summary: 'A virtual account was issued, paid, canceled, or its deposit was withdrawn. The body has no eventType' },
  CANCEL_STATUS_CHANGED:        { isSigned: false, body: CancelStatusChanged,       summary: 'An asynchronous cancel ended (easy pay from abroad)' },
  BILLING_DELETED:              { isSigned: false, body: BillingDeleted,            summary: 'A billing key was deleted' },
  METHOD_UPDATED:               { isSigned: false, body: MethodUpdated,             summary: 'A method of a wallet changed' },
  CUSTOMER_STATUS_CHANGED:      { isSigned: false, body: CustomerStatusChanged,     summary: 'A customer of the wallet changed' },
  ORDER_PAYMENT_STATUS_CHANGED: { isSigned: false, body: OrderPaymentStatusChanged, summary: 'The payment of a payment link was approved or canceled' },
  PAYOUT_STATUS_CHANGED:        { isSigned: false, body: LegacyPayoutStatusChanged, summary: 'A payout of the older interface ended' },
  SUBMALL_STATUS_CHANGED:       { isSigned: false, body: SubMallStatusChanged,      summary: 'A sub-mall of the older interface changed' },
  'payout.changed':             { isSigned: true,  body: PayoutChanged,             summary: 'A payout was completed or failed' },
  'seller.changed':             { isSigned: true,  body: SellerChanged,             summary: 'The approval of a seller changed' },
  'ars-reservation.changed':    { isSigned: false, body: ArsReservationChanged,     summary: 'A reservation of a payment by phone was completed or canceled' },
} as const satisfies Record<WebhookEventType, Described>;

type Events = typeof webhookEvents;
/** The events whose bytes the provider signs with the security key. */
export type SignedEventType = {
  [N in WebhookEventType]: Events[N]['isSigned'] extends true ? N : never;
}[WebhookEventType];

const events = new Map<string, Described>(Object.entries(webhookEvents));

/** Whether the provider signs events of this type. */
export const isSignedEvent = (eventType: string): boolean => events.get(eventType)?.isSigned === true;
