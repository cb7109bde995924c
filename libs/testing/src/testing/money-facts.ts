import { minorDigitsOf } from '@jeongsan/money';

/** What a caller decides by after a request that moves money, taken from an answer as written or as read: both must agree. */
type Facts = unknown;
type Json = Readonly<Record<string, unknown>>;

const BROKEN = 'broken';
const objectOf = (value: unknown): Json | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : undefined;

/** Minor units. A written amount is a number or a text in the units of its currency. */
function minorOf(value: unknown, currency: unknown): string {
  if (typeof value === 'bigint') return `${value}`;
  const digits = typeof currency === 'string' ? minorDigitsOf(currency) : 0;
  const [, whole = '', fraction = ''] = /^(\d{1,16})(?:\.(\d+))?$/.exec(isAmount(value) ? String(value) : '') ?? [];
  const kept = fraction.replace(/0+$/, '');
  return whole === '' || kept.length > digits ? BROKEN : String(BigInt(whole + kept.padEnd(digits, '0')));
}
const isAmount = (value: unknown): boolean => typeof value === 'number' || typeof value === 'string';

export function paymentFacts(value: unknown): Facts {
  const payment = objectOf(value);
  if (!payment) return BROKEN;
  const { paymentKey, orderId, currency, totalAmount, balanceAmount, status, cancels } = payment;
  const listed = Array.isArray(cancels) ? cancels.map((cancel) => cancelFacts(cancel, currency)) : (cancels ?? null);
  const amounts = [totalAmount, balanceAmount].map((amount) => minorOf(amount, currency));
  return [paymentKey, orderId, currency, { status }, amounts, listed];
}

function cancelFacts(value: unknown, currency: unknown): Facts {
  const cancel = objectOf(value);
  if (!cancel) return BROKEN;
  const { cancelAmount, transactionKey, cancelStatus = null, cancelRequestId = null } = cancel;
  return [minorOf(cancelAmount, currency), transactionKey, { status: cancelStatus }, cancelRequestId];
}

export function orderFacts(value: unknown): Facts {
  const order = objectOf(value);
  if (!order) return BROKEN;
  const { orderKey, amount, currency, payment } = order;
  return [orderKey, currency, minorOf(amount, currency), payment == null ? null : paymentFacts(payment)];
}

function payoutFacts(value: unknown): Facts {
  const payout = objectOf(value);
  const amount = objectOf(payout?.['amount']);
  if (!payout || !amount) return BROKEN;
  const { id, refPayoutId = null, destination, status } = payout;
  const minor = 'minor' in amount ? amount['minor'] : amount['value'];
  return [id, refPayoutId, destination, { status }, amount['currency'], minorOf(minor, amount['currency'])];
}

const bodyOf = (value: unknown): Json | undefined => objectOf(objectOf(value)?.['entityBody']);
export const onePayoutFacts = (value: unknown): Facts => payoutFacts(bodyOf(value));
export function payoutListFacts(value: unknown): Facts {
  const items = bodyOf(value)?.['items'];
  return Array.isArray(items) ? items.map(payoutFacts) : BROKEN;
}

/** Facts in which every word stands for any status: an answer with another word must be read, too. */
export const beyondStatuses = (facts: Facts): string =>
  JSON.stringify(facts, (key, value: unknown) => (key === 'status' && typeof value === 'string' ? '*' : value));
