import { CallError, Refusal } from '@jeongsan/http-contract';
import { refuse } from '@jeongsan/platform-contract';
import { Permanent } from '@jeongsan/messaging';
import type { AlarmKind, Gateway, ProviderPayment } from './gateway.js';
import type { PaymentRecord } from './payment-record.js';

/** The provider's word and our books cannot both be right: nothing is booked, and a person must look. */
export class Contradiction extends Permanent {
  override name = 'Contradiction';
}

/** Raises the alarm and names what was not booked. */
export function contradiction(gateway: Gateway, kind: AlarmKind, paymentKey: string, detail: string): Contradiction {
  gateway.alarm(kind, paymentKey, detail);
  return new Contradiction(`Payment ${paymentKey}: ${detail}`);
}

/** Nothing of an answer reaches the books unless it is about our payment, our order and our amount. */
export function requireOurs(gateway: Gateway, payment: PaymentRecord, answer: ProviderPayment): void {
  const { orderId, paymentKey, totalAmount, currency } = answer;
  const isOurs =
    paymentKey === payment.paymentKey &&
    orderId === payment.orderId &&
    totalAmount === payment.amount &&
    currency === 'KRW';
  if (isOurs) return;
  const detail =
    `the provider answered about ${totalAmount} ${currency} for order ${orderId}, ` +
    `where ${payment.amount} KRW for order ${payment.orderId} was asked`;
  throw contradiction(gateway, 'answer-differs', payment.paymentKey, detail);
}

/** Codes that speak about our key or our request's form, never about the payment: mended, the same request may still succeed. */
const OURS_TO_MEND: ReadonlySet<string> = new Set([
  'UNAUTHORIZED_KEY',
  'INCORRECT_BASIC_AUTH_FORMAT',
  'INVALID_API_KEY',
  'NOT_FOUND_HTTP_METHOD',
  'INVALID_IDEMPOTENCY_KEY',
]);

/** Only a definite no about the payment is an answer. Everything else is thrown: the provider may or may not have acted. */
export function onlyRejections(error: unknown): CallError {
  if (error instanceof CallError && error.outcome === 'rejected' && !OURS_TO_MEND.has(error.code)) return error;
  throw error;
}

/** What a caller is told while nobody knows: ask again. A refusal is an answer, and anything else a bug: both pass. */
export function whileUnknown(error: unknown): never {
  if (error instanceof CallError || error instanceof Contradiction) {
    throw refuse('PAYMENT_OUTCOME_UNKNOWN', 'The provider gave no usable answer; ask again with the same request');
  }
  throw error;
}

/** JSON can hold U+0000, Postgres text cannot: refused here, before it fails there. */
export function requireStorable(...texts: readonly string[]): void {
  if (texts.some((text) => text.includes('\0'))) {
    throw new Refusal(400, 'INVALID_REQUEST', 'The request does not fit the contract: a text holds U+0000');
  }
}
