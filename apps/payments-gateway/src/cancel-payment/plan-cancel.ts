import type { Input, Refusal } from '@jeongsan/http-contract';
import { refuse, type cancelOrderPayment } from '@jeongsan/platform-contract';
import { splitCancel } from '@jeongsan/settlement';
import type { PaymentRecord } from '../payment-record.js';
import { remainingOf, reverseLine, type RefundableLine } from '../refundable-lines.js';

export type CancelAsked = Input<typeof cancelOrderPayment>['body'];
/** `parts` has one amount per line of the order, zero where the line is not touched. */
export type CancelPlan = Readonly<{ amount: bigint; taxFree: bigint; parts: readonly bigint[] }>;

/**
 * Decides which amount a cancel takes from which line. Throws CANCEL_EXCEEDS_BALANCE, CANCEL_LINES_INVALID or
 * CANCEL_REFUSED.
 */
export function planCancel(lines: readonly RefundableLine[], asked: CancelAsked): CancelPlan {
  const remaining = lines.map(remainingOf);
  const balance = total(remaining);
  const amount = asked.cancelAmount ?? balance;
  if (balance === 0n) {
    const words = { providerCode: 'ALREADY_CANCELED_PAYMENT' };
    throw refuse('CANCEL_EXCEEDS_BALANCE', 'Nothing of the payment is left to cancel', words);
  }
  if (amount > balance)
    throw refuse('CANCEL_EXCEEDS_BALANCE', `A cancel of ${amount} exceeds the remaining ${balance}`);
  if (amount === 0n) throw linesInvalid('A cancel of nothing changes nothing');
  requireProviderWouldAgree(asked, balance);

  const parts = asked.lines ? namedParts(lines, asked.lines, amount) : splitCancel(remaining, amount);
  const taxFree = total(lines.map((line, index) => reverseLine(line, parts[index] ?? 0n).taxFree));
  if (asked.taxFreeAmount !== undefined && asked.taxFreeAmount !== taxFree) {
    throw linesInvalid(`The canceled lines hold ${taxFree} won free of tax, not ${asked.taxFreeAmount}`);
  }
  return { amount, taxFree, parts };
}

/**
 * The amount of a cancel without lines: of a payment without an order, and of one that waits for its deposit, which can only be
 * canceled as a whole (document 1 section 4). Throws CANCEL_EXCEEDS_BALANCE, CANCEL_LINES_INVALID or CANCEL_REFUSED.
 */
export function planWithoutLines(
  { state, amount: all, canceled, currency }: Pick<PaymentRecord, 'state' | 'amount' | 'canceled' | 'currency'>,
  asked: CancelAsked,
): Omit<CancelPlan, 'parts'> {
  const balance = state === 'waiting' ? all : all - canceled;
  const amount = asked.cancelAmount ?? balance;
  if (asked.lines) throw linesInvalid('The payment has no lines to cancel');
  if (amount === 0n || amount > balance) {
    throw refuse('CANCEL_EXCEEDS_BALANCE', `A cancel of ${amount} does not fit the remaining ${balance}`);
  }
  requireProviderWouldAgree(asked, balance, currency);
  if (state === 'waiting' && amount < balance) {
    const providerCode = 'NOT_ALLOWED_PARTIAL_REFUND_WAITING_DEPOSIT';
    throw refuse('CANCEL_REFUSED', 'Before its deposit a payment can be canceled as a whole only', { providerCode });
  }
  return { amount, taxFree: asked.taxFreeAmount ?? 0n };
}

/**
 * Checks currency and refundable amount before sending: the provider would refuse a request in which they differ from
 * the payment (document 1 section 4).
 */
function requireProviderWouldAgree(
  { currency, refundableAmount }: CancelAsked,
  balance: bigint,
  paidIn: string = 'KRW',
): void {
  if (currency !== undefined && currency !== paidIn) {
    throw refuse('CANCEL_REFUSED', `The payment is in ${paidIn}, not ${currency}`, {
      providerCode: 'INVALID_CURRENCY',
    });
  }
  if (refundableAmount !== undefined && refundableAmount !== balance) {
    const detail = `The refundable amount is ${balance}, not ${refundableAmount}`;
    throw refuse('CANCEL_REFUSED', detail, { providerCode: 'NOT_MATCHES_REFUNDABLE_AMOUNT' });
  }
}

function namedParts(
  lines: readonly RefundableLine[],
  named: NonNullable<CancelAsked['lines']>,
  amount: bigint,
): bigint[] {
  const wanted = new Map(named.map((part) => [part.lineId, part.amount]));
  if (wanted.size !== named.length) throw linesInvalid('A line is named twice');
  const known = new Set(lines.map((line) => line.lineId));
  for (const { lineId, amount: part } of named) {
    if (!known.has(lineId)) throw linesInvalid(`The order has no line ${lineId}`, lineId);
    if (part === 0n) throw linesInvalid(`Nothing is to be canceled of line ${lineId}`, lineId);
  }
  const parts = lines.map((line) => {
    const part = wanted.get(line.lineId) ?? 0n;
    if (part <= remainingOf(line)) return part;
    throw linesInvalid(`Line ${line.lineId} has ${remainingOf(line)} won left, less than ${part}`, line.lineId);
  });
  if (total(parts) !== amount)
    throw linesInvalid(`The lines add up to ${total(parts)}, but ${amount} is to be canceled`);
  return parts;
}

const linesInvalid = (detail: string, lineId?: string): Refusal =>
  refuse('CANCEL_LINES_INVALID', detail, lineId === undefined ? {} : { lineId });

export const total = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, amount) => sum + amount, 0n);
