import { businessDateOf } from '@jeongsan/calendar';
import { ratePerHundredThousand } from '@jeongsan/money';
import type { Call } from '../world.js';
import { type BankDiscountRow, type CardDiscountRow, type PayType, PROMOTION_COLUMNS } from './promotion.js';

export type DiscountRow = CardDiscountRow | BankDiscountRow;

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

const runningDiscount = (lock: '' | 'for update') =>
  `select ${PROMOTION_COLUMNS} from promotion where discount_code = $1 and (due_date is null or due_date >= $2) ${lock}`;

/** The running discount with a code; `lock` holds its budget until the transaction ends. */
export async function findDiscount(
  { sql, now }: Pick<Call, 'sql' | 'now'>,
  code: string,
  lock: '' | 'for update' = '',
): Promise<DiscountRow | undefined> {
  const [promotion] = await sql.rows<DiscountRow>(runningDiscount(lock), [code, businessDateOf(now)]);
  return promotion;
}

const methodOf = { CARD_DISCOUNT: '카드', BANK_DISCOUNT: '계좌이체' } as const;

export const fits = (promotion: DiscountRow, wanted: Discounted): boolean =>
  methodOf[promotion.type] === wanted.method &&
  promotion.payType === wanted.payType &&
  promotion.institution === wanted.institution &&
  promotion.minimumAmount <= wanted.amount &&
  wanted.amount <= promotion.maximumAmount;

// ASSUMED: a discount larger than the rest of its budget is not given in part.
/** The amount of a discount in won, at most the payment's amount; undefined if the budget holds less. */
export function discountWithin(promotion: DiscountRow, amount: bigint): bigint | undefined {
  const rate = promotion.type === 'BANK_DISCOUNT' ? promotion.discountRate : null;
  // A rate's share is rounded down.
  const share =
    rate === null ? (promotion.discountAmount ?? 0n) : ratePerHundredThousand(amount, BigInt(rate), 'floor');
  const discount = share < amount ? share : amount;
  return promotion.balance === 0n || promotion.balance < discount ? undefined : discount;
}
