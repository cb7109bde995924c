import { ratePerHundredThousand } from '@jeongsan/money';
import { businessDateOf } from '@jeongsan/calendar';
import { Refused } from '../api/refused.js';
import type { Call } from '../world.js';
import { type BankDiscountRow, type CardDiscountRow, type PayType, PROMOTION_COLUMNS } from './promotion.js';

/** A payment that requests a discount. */
export type Discounted = Readonly<{
  code: string;
  method: '카드' | '계좌이체';
  /** The issuer's code of the card that pays, or the short code of the account's bank. */
  institution: string;
  /** The price before the discount. */
  amount: bigint;
  payType: PayType;
}>;

/**
 * Takes an instant discount from its budget and returns its amount. Runs in the transaction of the payment, so that a
 * failed payment leaves the budget unchanged. Throws Refused for a code that does not fit the payment or has no budget
 * left.
 */
export async function takeDiscount(call: Call, wanted: Discounted): Promise<bigint> {
  const [promotion] = await call.sql.rows<CardDiscountRow | BankDiscountRow>(
    `select ${PROMOTION_COLUMNS} from promotion where discount_code = $1 and (due_date is null or due_date >= $2) for update`,
    [wanted.code, businessDateOf(call.now)],
  );
  // ASSUMED: no error code is published for a discountCode that is unknown, has ended, or is for other cards, amounts
  // or kinds of payment.
  if (!promotion || !fits(promotion, wanted)) throw new Refused('INVALID_REQUEST', { about: ['discountCode'] });
  const discount = discountOf(promotion, wanted.amount);
  // ASSUMED: a discount larger than the rest of its budget is refused whole.
  if (promotion.balance === 0n || promotion.balance < discount) throw new Refused('EXCEED_DISCOUNT_BUDGET');
  await call.sql.rows('update promotion set balance = balance - $2 where id = $1', [promotion.id, discount]);
  return discount;
}

const methodOf = { CARD_DISCOUNT: '카드', BANK_DISCOUNT: '계좌이체' } as const;

const fits = (promotion: CardDiscountRow | BankDiscountRow, wanted: Discounted): boolean =>
  methodOf[promotion.type] === wanted.method &&
  promotion.payType === wanted.payType &&
  promotion.institution === wanted.institution &&
  promotion.minimumAmount <= wanted.amount &&
  wanted.amount <= promotion.maximumAmount;

/** The amount of a discount, at most the payment's amount; a rate's share is rounded down. */
function discountOf(promotion: CardDiscountRow | BankDiscountRow, amount: bigint): bigint {
  const rate = promotion.type === 'BANK_DISCOUNT' ? promotion.discountRate : null;
  const discount =
    rate === null ? (promotion.discountAmount ?? 0n) : ratePerHundredThousand(amount, BigInt(rate), 'floor');
  return discount < amount ? discount : amount;
}
