import type { Input, Refusal } from '@jeongsan/http-contract';
import { splitByLargestRemainder } from '@jeongsan/money';
import { refuse, type cancelOrderPayment } from '@jeongsan/platform-contract';
import { assumedParts, isAmbiguous } from '@jeongsan/settlement';
import type { CancelAllocation } from '../cancel-record.js';
import type { PaymentRecord } from '../../payments/payment-record.js';
import {
  linesLeft,
  priceOfUnits,
  remainingOf,
  reverseLine,
  type RefundableLine,
  unitsLeftOf,
} from '../refundable-lines.js';

/** A line of a request: an amount in won, or units; neither means all that is left of the line. */
type NamedLine = Readonly<{ lineId: string; amount?: bigint | undefined; quantity?: number | undefined }>;
/**
 * A request to cancel. Without `cancelAmount` everything is canceled; with `addsUpLines` the amount is the sum of the named
 * lines instead.
 */
export type CancelAsked = Omit<Input<typeof cancelOrderPayment>['body'], 'lines'> &
  Readonly<{ lines?: readonly NamedLine[] | undefined; addsUpLines?: true }>;
/** `parts` has one amount per line of the order, zero where the line is not touched; `units` the units named for each line. */
export type CancelPlan = Readonly<{
  amount: bigint;
  taxFree: bigint;
  parts: readonly bigint[];
  units: readonly number[];
  allocation: CancelAllocation;
}>;

/**
 * Decides which amount a cancel takes from which line. Throws CANCEL_EXCEEDS_BALANCE, CANCEL_LINES_INVALID,
 * CANCEL_QUANTITY_EXCEEDS or CANCEL_REFUSED.
 */
export function planCancel(lines: readonly RefundableLine[], asked: CancelAsked): CancelPlan {
  if (asked.lines) requireUnits(lines, asked.lines);
  const remaining = lines.map(remainingOf);
  const balance = total(remaining);
  const named = asked.lines && namedParts(lines, asked.lines);
  const amount = asked.cancelAmount ?? (named && asked.addsUpLines ? total(named) : balance);
  if (balance === 0n) throw refuse('CANCEL_EXCEEDS_BALANCE', 'Nothing of the payment is left to cancel');
  if (amount > balance)
    throw refuse('CANCEL_EXCEEDS_BALANCE', `A cancel of ${amount} exceeds the remaining ${balance}`);
  if (amount === 0n) throw linesInvalid('A cancel of nothing changes nothing');
  requireProviderWouldAgree(asked, balance);

  const parts =
    named && asked.lines
      ? requireFit(lines, asked.lines, named, amount)
      : unnamedParts(lines, remaining, amount, asked.taxFreeAmount);
  const taxFree = taxFreeOf(lines, parts);
  if (asked.taxFreeAmount !== undefined && asked.taxFreeAmount !== taxFree) {
    throw linesInvalid(`The canceled lines hold ${taxFree} won free of tax, not ${asked.taxFreeAmount}`);
  }
  const units = lines.map(({ lineId }) => asked.lines?.find((line) => line.lineId === lineId)?.quantity ?? 0);
  const allocation = asked.lines === undefined && isAmbiguous(linesLeft(lines), amount) ? 'assumed' : 'named';
  return { amount, taxFree, parts, units, allocation };
}

/**
 * The amount of a cancel without lines: of a payment without an order, and of one that waits for its deposit, which can only be
 * canceled as a whole (document 1 section 4). Throws CANCEL_EXCEEDS_BALANCE, CANCEL_LINES_INVALID or CANCEL_REFUSED.
 */
export function planWithoutLines(
  { state, amount: all, canceled, currency }: Pick<PaymentRecord, 'state' | 'amount' | 'canceled' | 'currency'>,
  asked: CancelAsked,
): Pick<CancelPlan, 'amount' | 'taxFree'> {
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
 * The rule for cancels without lines. A tax-free amount in the request is a hint: if the rule's lines do not hold that
 * amount and a split in proportion does, the split in proportion is taken.
 */
function unnamedParts(
  lines: readonly RefundableLine[],
  remaining: readonly bigint[],
  amount: bigint,
  taxFree: bigint | undefined,
): readonly bigint[] {
  const assumed = assumedParts(linesLeft(lines), amount);
  if (taxFree === undefined || taxFreeOf(lines, assumed) === taxFree) return assumed;
  const shared = splitByLargestRemainder(amount, remaining);
  return taxFreeOf(lines, shared) === taxFree ? shared : assumed;
}

const taxFreeOf = (lines: readonly RefundableLine[], parts: readonly bigint[]): bigint =>
  total(lines.map((line, index) => reverseLine(line, parts[index] ?? 0n).taxFree));

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

/** Throws for the first line of which more units are to be canceled than are left. */
function requireUnits(lines: readonly RefundableLine[], named: readonly NamedLine[]): void {
  for (const line of lines) {
    const units = named.find(({ lineId }) => lineId === line.lineId)?.quantity ?? 0;
    const left = unitsLeftOf(line);
    if (units <= left) continue;
    const detail = `Line ${line.lineId} has ${left} of ${line.quantity} units left, less than ${units}`;
    throw refuse('CANCEL_QUANTITY_EXCEEDS', detail, { lineId: line.lineId, unitsLeft: left });
  }
}

/** The amount of each line of the order in a request that names lines; zero for lines that the request does not name. */
function namedParts(lines: readonly RefundableLine[], named: readonly NamedLine[]): bigint[] {
  const wanted = new Map(named.map((part) => [part.lineId, part]));
  if (wanted.size !== named.length) throw linesInvalid('A line is named twice');
  const known = new Set(lines.map((line) => line.lineId));
  const stranger = named.find(({ lineId }) => !known.has(lineId));
  if (stranger) throw linesInvalid(`The order has no line ${stranger.lineId}`, stranger.lineId);
  return lines.map((line) => {
    const part = wanted.get(line.lineId);
    return part ? wonOf(line, part) : 0n;
  });
}

const wonOf = (line: RefundableLine, { amount, quantity }: NamedLine): bigint =>
  amount ?? (quantity === undefined ? remainingOf(line) : priceOfUnits(line, quantity));

function requireFit(
  lines: readonly RefundableLine[],
  named: NonNullable<CancelAsked['lines']>,
  parts: readonly bigint[],
  amount: bigint,
): readonly bigint[] {
  for (const [index, line] of lines.entries()) {
    const part = parts[index] ?? 0n;
    if (part === 0n && named.some(({ lineId }) => lineId === line.lineId))
      throw linesInvalid(`Nothing is to be canceled of line ${line.lineId}`, line.lineId);
    if (part > remainingOf(line))
      throw linesInvalid(`Line ${line.lineId} has ${remainingOf(line)} won left, less than ${part}`, line.lineId);
  }
  if (total(parts) !== amount)
    throw linesInvalid(`The lines add up to ${total(parts)}, but ${amount} is to be canceled`);
  return parts;
}

const linesInvalid = (detail: string, lineId?: string): Refusal =>
  refuse('CANCEL_LINES_INVALID', detail, lineId === undefined ? {} : { lineId });

const total = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, amount) => sum + amount, 0n);
