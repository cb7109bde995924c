import { CallError, Refusal } from '@jeongsan/http-contract';
import { refuse } from '@jeongsan/platform-contract';
import { Permanent } from '@jeongsan/messaging';
import type { AlarmKind, Gateway, ProviderPayment } from './gateway.js';
import type { PaymentRecord } from './payments/payment-record.js';

/** Thrown when the provider's answer and our books contradict each other: nothing is booked, and a person must look. */
export class Contradiction extends Permanent {
  override name = 'Contradiction';
}

/** Raises the alarm and returns the error that says what was not booked. */
export function contradiction(gateway: Gateway, kind: AlarmKind, paymentKey: string, detail: string): Contradiction {
  gateway.alarm(kind, paymentKey, detail);
  return new Contradiction(`Payment ${paymentKey}: ${detail}`);
}

/** Throws unless an answer is about our payment, our order and our amount. No other answer may reach the books. */
export function requireOurs(gateway: Gateway, payment: PaymentRecord, answer: ProviderPayment): void {
  const { orderId, paymentKey, totalAmount, currency } = answer;
  const isOurs =
    paymentKey === payment.paymentKey &&
    orderId === payment.orderNumber &&
    totalAmount === payment.amount &&
    currency === payment.currency;
  if (isOurs) return;
  const detail =
    `the provider answered about ${totalAmount} ${currency} for order ${orderId}, ` +
    `where ${payment.amount} ${payment.currency} for order ${payment.orderNumber} was asked`;
  throw contradiction(gateway, 'answer-differs', payment.paymentKey, detail);
}

/**
 * Error codes about our API key or the form of our request, not about the payment: after a repair the same request may
 * still succeed.
 */
const OURS_TO_MEND: ReadonlySet<string> = new Set([
  'UNAUTHORIZED_KEY',
  'INCORRECT_BASIC_AUTH_FORMAT',
  'INVALID_API_KEY',
  'NOT_FOUND_HTTP_METHOD',
  'INVALID_IDEMPOTENCY_KEY',
]);

/** Whether a refusal is about our request or our keys. Status 0: our client refused the request, and nothing was sent. */
const isOurs = ({ status, code }: CallError): boolean => status === 0 || OURS_TO_MEND.has(code);

/** Returns a definite refusal of the payment, and throws every other error: the provider may or may not have acted. */
export function onlyRejections(error: unknown): CallError {
  if (error instanceof CallError && error.outcome === 'rejected' && !isOurs(error)) return error;
  throw error;
}

/**
 * Turns an unknown outcome into the refusal PAYMENT_OUTCOME_UNKNOWN, which asks the caller to repeat the request.
 * Refusals and bugs pass unchanged.
 */
export function whileUnknown(error: unknown): never {
  if (error instanceof CallError || error instanceof Contradiction) {
    throw refuse('PAYMENT_OUTCOME_UNKNOWN', 'The provider gave no usable answer; ask again with the same request');
  }
  throw error;
}

/** Refuses texts with U+0000: JSON can hold that character, Postgres text cannot and would fail later. */
export function requireStorable(...texts: readonly string[]): void {
  if (texts.some((text) => text.includes('\0'))) {
    throw new Refusal(400, 'INVALID_REQUEST', 'The request does not fit the contract: a text holds U+0000');
  }
}
