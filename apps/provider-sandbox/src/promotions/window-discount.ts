import type { PaymentMethodName } from '@jeongsan/provider-contract';
import { Refused } from '../api/refused.js';
import { readDetails } from '../payments/payment.js';
import type { PaymentRow } from '../payments/payment-row.js';
import type { Call } from '../world.js';
import { type Discounted, discountWithin, findDiscount, fits } from './discount.js';

type Ordered = Readonly<{
  code: string | undefined;
  method: PaymentMethodName;
  /** The issuer or the bank that the shop named; undefined: the buyer may choose. */
  institution: string | undefined;
  amount: bigint;
  currency: PaymentRow['currency'];
}>;
/** The issuer or bank whose discount the shop offers, and the discount in won; 0 without budget. */
export type Offered = Readonly<{ institution: string; amount: bigint }>;

/**
 * The discount behind the `discountCode` of a payment that the shop creates; undefined without a code. Throws Refused for
 * a code that can never apply to this payment.
 */
export async function offeredDiscount(call: Call, ordered: Ordered): Promise<Offered | undefined> {
  const { code, method, amount, currency } = ordered;
  if (code === undefined) return undefined;
  const promotion = await findDiscount(call, code);
  const institution = ordered.institution ?? promotion?.institution ?? '';
  const isFor = (method === '카드' || method === '계좌이체') && currency === 'KRW';
  if (!promotion || !isFor || !fits(promotion, { code, method, institution, amount, payType: 'NORMAL' })) {
    throw new Refused('INVALID_REQUEST', { about: ['discountCode'] });
  }
  // A budget of 0 means that the discount cannot be applied (document 1 section 2.9): the buyer pays the whole price.
  return { institution, amount: discountWithin(promotion, amount) ?? 0n };
}

// ASSUMED: a buyer who chooses another card or bank than the discount's pays the whole price.
/** The discount in won for the card or account that the buyer chose; 0 if the shop sent no code or the code does not fit. */
export async function discountInWindow(
  call: Call,
  wanted: Omit<Discounted, 'code' | 'payType'> & Readonly<{ code: string | null }>,
): Promise<bigint> {
  const { code } = wanted;
  const promotion = code === null ? undefined : await findDiscount(call, code);
  if (!promotion || code === null || !fits(promotion, { ...wanted, code, payType: 'NORMAL' })) return 0n;
  return discountWithin(promotion, wanted.amount) ?? 0n;
}

// ASSUMED: the budget is charged when the merchant confirms, so that a payment that expires costs nothing. If others
// used the budget up since the buyer authenticated, the confirm is refused.
/** Charges the budget of a discount that the buyer was given in the window. Throws Refused if too little is left. */
export async function chargeDiscount({ sql }: Call, { paymentKey, details }: PaymentRow): Promise<void> {
  const { discount } = readDetails(details);
  if (discount === null) return;
  const [window] = await sql.rows<{ code: string }>(
    'select discount_code as code from payment_window where payment_key = $1 and discount_code is not null',
    [paymentKey],
  );
  // A discount without a code was ordered at /control and has no budget.
  if (!window) return;
  const [charged] = await sql.rows(
    'update promotion set balance = balance - $2 where discount_code = $1 and balance >= $2 returning id',
    [window.code, discount.amount],
  );
  if (!charged) throw new Refused('EXCEED_DISCOUNT_BUDGET');
}
