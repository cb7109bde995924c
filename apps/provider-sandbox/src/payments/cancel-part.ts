import { proportionOf } from '@jeongsan/money';
import type { Input } from '@jeongsan/http-contract';
import type { cancelPayment } from '@jeongsan/provider-contract';
import { Refused } from '../api/refused.js';
import type { World } from '../world.js';
import type { CancelObject, PaymentDetails, PaymentRow } from './payment-row.js';
import { taxFreeOf } from './tax-free.js';

type Body = Input<typeof cancelPayment>['body'];

/** The amounts that one cancel takes from a payment. */
export type CancelPart = Readonly<{
  amount: bigint;
  taxFree: bigint;
  taxExemption: bigint;
  discounts: Readonly<{ easyPay: bigint; card: bigint; transfer: bigint }>;
}>;

type Canceled = Readonly<{
  payment: PaymentRow;
  details: PaymentDetails;
  /** The earlier cancels of the payment. */
  earlier: readonly CancelObject[];
  world: Pick<World, 'merchant'>;
}>;

/** The amounts of a requested cancel; throws Refused if the payment cannot give them. */
export function cancelPartOf(canceled: Canceled, body: Body): CancelPart {
  const { payment } = canceled;
  const left = payment.balanceAmount;
  if (body.refundableAmount !== undefined && body.refundableAmount !== left) {
    throw new Refused('NOT_MATCHES_REFUNDABLE_AMOUNT');
  }
  const amount = body.cancelAmount ?? left;
  if (amount === 0n || amount > left) throw new Refused('NOT_CANCELABLE_AMOUNT');
  if (amount < left && !payment.isPartialCancelable) throw new Refused('NOT_ALLOWED_PARTIAL_REFUND');
  return { amount, ...taxPartsOf(canceled, amount, body), discounts: discountsOf(canceled, amount) };
}

function taxPartsOf(
  { payment, world }: Canceled,
  amount: bigint,
  body: Body,
): Pick<CancelPart, 'taxFree' | 'taxExemption'> {
  const left = payment.balanceAmount;
  // ASSUMED: a cancel of the whole remaining amount takes all remaining tax-free parts, whatever the request says.
  if (amount === left) return { taxFree: payment.taxFreeAmount, taxExemption: payment.taxExemptionAmount };
  const taxFree = taxFreeOf(world, amount, body);
  const taxExemption = body.taxExemptionAmount ?? 0n;
  // ASSUMED: no part of a cancel may exceed what remains of that part, and the taxed part counts as one of them.
  const taxedLeft = left - payment.taxFreeAmount - payment.taxExemptionAmount;
  const taxed = amount - taxFree - taxExemption;
  const isWithin =
    taxFree <= payment.taxFreeAmount && taxExemption <= payment.taxExemptionAmount && taxed >= 0n && taxed <= taxedLeft;
  if (!isWithin) throw new Refused('NOT_CANCELABLE_AMOUNT');
  return { taxFree, taxExemption };
}

/** The part of the discounts that a cancel gives back. */
function discountsOf({ payment, details, earlier }: Canceled, amount: bigint): CancelPart['discounts'] {
  const isWhole = amount === payment.totalAmount;
  const returned = earlier.reduce(
    (sum, one) => sum + (one.cardDiscountAmount ?? 0n) + (one.transferDiscountAmount ?? 0n),
    0n,
  );
  const instant = (details.discount?.amount ?? 0n) - returned;
  // ASSUMED: the first cancel gives back the whole instant discount, so it cannot be less than the discount (the
  // published message).
  if (!isWhole && amount < instant) throw new Refused('EXCEED_CANCEL_AMOUNT_DISCOUNT_AMOUNT');
  // ASSUMED: points and coupons of easy pay go back in proportion to the sum of all cancels; the last cancel gives back
  // the won lost by rounding.
  const pointsAt = (balance: bigint): bigint =>
    proportionOf(details.easyPay?.discountAmount ?? 0n, payment.totalAmount - balance, payment.totalAmount);
  const easyPay = pointsAt(payment.balanceAmount - amount) - pointsAt(payment.balanceAmount);
  return { easyPay, card: details.card ? instant : 0n, transfer: details.transfer ? instant : 0n };
}
