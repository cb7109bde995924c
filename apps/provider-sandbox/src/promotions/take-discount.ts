import { Refused } from '../api/refused.js';
import type { Call } from '../world.js';
import { type Discounted, discountWithin, findDiscount, fits } from './discount.js';

/**
 * Takes an instant discount from its budget and returns its amount. Runs in the transaction of the payment, so that a
 * failed payment leaves the budget unchanged. Throws Refused for a code that does not fit the payment or has no budget
 * left.
 */
export async function takeDiscount(call: Call, wanted: Discounted): Promise<bigint> {
  const promotion = await findDiscount(call, wanted.code, 'for update');
  // ASSUMED: no error code is published for a discountCode that is unknown, has ended, or is for other cards, amounts
  // or kinds of payment.
  if (!promotion || !fits(promotion, wanted)) throw new Refused('INVALID_REQUEST', { about: ['discountCode'] });
  const discount = discountWithin(promotion, wanted.amount);
  if (discount === undefined) throw new Refused('EXCEED_DISCOUNT_BUDGET');
  await call.sql.rows('update promotion set balance = balance - $2 where id = $1', [promotion.id, discount]);
  return discount;
}
