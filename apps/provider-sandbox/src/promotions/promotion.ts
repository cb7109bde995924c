import { businessDateOf, type DateText, monthEndOf } from '@jeongsan/calendar';
import type { BankDiscount, CardDiscount, CardInterestFree, CardPoint, Promotion } from '@jeongsan/provider-contract';
import type { z } from 'zod';
import type { Sql } from '../database/sql.js';

type PromotionObject = z.output<typeof Promotion>;
export type PayType = PromotionObject['payType'];

type Common = Readonly<{
  id: bigint;
  payType: PayType;
  /** An issuer's code, or the short code of a bank. */
  institution: string;
  minimumAmount: bigint;
  dueDate: DateText | null;
}>;
type Discounting = Readonly<{ maximumAmount: bigint; discountCode: string; balance: bigint }>;
export type CardDiscountRow = Common & Discounting & Readonly<{ type: 'CARD_DISCOUNT'; discountAmount: bigint }>;
export type InterestFreeRow = Common & Readonly<{ type: 'CARD_INTEREST_FREE'; months: number[] }>;
export type CardPointRow = Common & Readonly<{ type: 'CARD_POINT' }>;
/** A discount by an amount, or by a rate in 1/100,000. */
export type BankDiscountRow = Common &
  Discounting &
  Readonly<{ type: 'BANK_DISCOUNT'; discountAmount: bigint | null; discountRate: number | null }>;

/** A stored promotion. */
export type PromotionRow = CardDiscountRow | InterestFreeRow | CardPointRow | BankDiscountRow;
/** A running promotion; a promotion without a due date ends with the month. */
export type Running<R extends PromotionRow = PromotionRow> = R extends unknown ? R & { dueDate: DateText } : never;

export const PROMOTION_COLUMNS = `id, type, pay_type as "payType", institution, minimum_amount as "minimumAmount",
  maximum_amount as "maximumAmount", discount_amount as "discountAmount", discount_rate as "discountRate",
  discount_code as "discountCode", balance, months, due_date as "dueDate"`;

/** All promotions that run now, in their order; `payType` selects those of one kind of payment. */
export async function runningPromotions(sql: Sql, now: Date, payType?: PayType): Promise<Running[]> {
  const today = businessDateOf(now);
  const rows = await sql.rows<PromotionRow>(
    `select ${PROMOTION_COLUMNS} from promotion
     where (due_date is null or due_date >= $1) and ($2::text is null or pay_type = $2) order by id`,
    [today, payType ?? null],
  );
  return rows.map((row) => ({ ...row, dueDate: row.dueDate ?? monthEndOf(today) }));
}

/** The promotions of one type. */
export const ofType = <T extends PromotionRow['type']>(rows: readonly Running[], type: T) =>
  rows.filter((row): row is Extract<Running, { type: T }> => row.type === type);

const currency = 'KRW' as const;

export const cardDiscountOf = (row: Running<CardDiscountRow>): z.output<typeof CardDiscount> => ({
  issuerCode: row.institution,
  discountAmount: row.discountAmount,
  minimumPaymentAmount: row.minimumAmount,
  maximumPaymentAmount: row.maximumAmount,
  currency,
  discountCode: row.discountCode,
  dueDate: row.dueDate,
  balance: row.balance,
});

export const interestFreeOf = (row: Running<InterestFreeRow>): z.output<typeof CardInterestFree> => ({
  issuerCode: row.institution,
  minimumPaymentAmount: row.minimumAmount,
  currency,
  dueDate: row.dueDate,
  installmentFreeMonths: row.months,
});

export const cardPointOf = (row: Running<CardPointRow>): z.output<typeof CardPoint> => ({
  issuerCode: row.institution,
  minimumPaymentAmount: row.minimumAmount,
  currency,
  dueDate: row.dueDate,
});

export const bankDiscountOf = (row: Running<BankDiscountRow>): z.output<typeof BankDiscount> => ({
  type: row.discountRate === null ? 'FIXED_AMOUNT' : 'FIXED_RATE',
  bankCode: row.institution,
  discountAmount: row.discountAmount,
  discountRate: row.discountRate === null ? null : row.discountRate / RATE_WHOLE,
  minimumPaymentAmount: row.minimumAmount,
  maximumPaymentAmount: row.maximumAmount,
  currency,
  discountCode: row.discountCode,
  dueDate: row.dueDate,
});

/** The whole in which rates are stored: 100,000. */
export const RATE_WHOLE = 100_000;

/** The provider's Promotion object (document 1 section 2.9). */
export const promotionOf = (row: Running): PromotionObject => ({
  payType: row.payType,
  type: row.type,
  cardDiscount: row.type === 'CARD_DISCOUNT' ? cardDiscountOf(row) : null,
  cardInterestFree: row.type === 'CARD_INTEREST_FREE' ? interestFreeOf(row) : null,
  cardPoint: row.type === 'CARD_POINT' ? cardPointOf(row) : null,
  bankDiscount: row.type === 'BANK_DISCOUNT' ? bankDiscountOf(row) : null,
});
