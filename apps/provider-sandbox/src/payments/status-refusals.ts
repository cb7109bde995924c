import type { PaymentStatus, ProviderErrorCode } from '@jeongsan/provider-contract';

/** The error code for approving a payment in this status; undefined: approving is possible. */
export const confirmRefusals = {
  READY: 'NOT_FOUND_PAYMENT_SESSION',
  IN_PROGRESS: undefined,
  WAITING_FOR_DEPOSIT: 'ALREADY_PROCESSED_PAYMENT',
  DONE: 'ALREADY_PROCESSED_PAYMENT',
  PARTIAL_CANCELED: 'ALREADY_PROCESSED_PAYMENT',
  CANCELED: 'ALREADY_PROCESSED_PAYMENT',
  ABORTED: 'ALREADY_PROCESSED_PAYMENT',
  EXPIRED: 'NOT_FOUND_PAYMENT_SESSION',
} as const satisfies Record<PaymentStatus, ProviderErrorCode | undefined>;

/** The error code for canceling a payment in this status; undefined: canceling is possible. */
export const cancelRefusals = {
  READY: 'NOT_CANCELABLE_PAYMENT',
  IN_PROGRESS: 'NOT_CANCELABLE_PAYMENT',
  WAITING_FOR_DEPOSIT: undefined,
  DONE: undefined,
  PARTIAL_CANCELED: undefined,
  CANCELED: 'ALREADY_CANCELED_PAYMENT',
  ABORTED: 'NOT_CANCELABLE_PAYMENT',
  EXPIRED: 'NOT_CANCELABLE_PAYMENT',
} as const satisfies Record<PaymentStatus, ProviderErrorCode | undefined>;
