import { endpoint } from '@jeongsan/http-contract';
import { WonNumber } from '@jeongsan/money';
import { z } from 'zod';
import { codes } from './errors.js';
import { paymentTypes } from './payment.objects.js';
import { decisive } from './reading.js';

export const promotionTypes = ['CARD_DISCOUNT', 'CARD_INTEREST_FREE', 'CARD_POINT', 'BANK_DISCOUNT'] as const;

const issuerCode = z.string().regex(/^[0-9A-Z]{2}$/);
/** The code to send with the discounted payment. */
export const DiscountCode = z.string().min(1).max(50);
/** Valid through 23:59:59 of this date in Asia/Seoul. */
const dueDate = z.iso.date();
const currency = z.literal('KRW');
const installmentFreeMonths = z.array(z.int().min(2).max(12)).min(1);

export const CardDiscount = z.object({
  issuerCode,
  discountAmount: WonNumber,
  minimumPaymentAmount: WonNumber,
  maximumPaymentAmount: WonNumber,
  currency,
  discountCode: DiscountCode,
  dueDate,
  /** Remaining budget in won; 0: the discount no longer applies. */
  balance: WonNumber,
});
export const CardInterestFree = z.object({
  issuerCode,
  minimumPaymentAmount: WonNumber,
  currency,
  dueDate,
  installmentFreeMonths,
});
export const CardPoint = z.object({ issuerCode, minimumPaymentAmount: WonNumber, currency, dueDate });
/** The discount as a share of the amount, 0.01 to 0.3, with five decimals. */
export const DiscountRate = z.number().min(0.01).max(0.3);
export const BankDiscount = z.object({
  type: z.enum(['FIXED_AMOUNT', 'FIXED_RATE']),
  bankCode: z.string(),
  discountAmount: WonNumber.nullable(),
  discountRate: DiscountRate.nullable(),
  minimumPaymentAmount: WonNumber,
  maximumPaymentAmount: WonNumber,
  currency,
  discountCode: DiscountCode,
  dueDate,
});

/** A promotion (document 1 section 2.9): the member with the name of the type has the details, the other three are null. */
export const Promotion = decisive(
  z.object({
    payType: z.enum(paymentTypes),
    type: z.enum(promotionTypes),
    cardDiscount: CardDiscount.nullable(),
    cardInterestFree: CardInterestFree.nullable(),
    cardPoint: CardPoint.nullable(),
    bankDiscount: BankDiscount.nullable(),
  }),
  ['type'],
);

export const CardPromotion = z.object({
  discountCards: z.array(CardDiscount),
  interestFreeCards: z.array(CardInterestFree.omit({ currency: true })),
});

export const listPromotions = endpoint({
  method: 'GET',
  path: '/v1/promotions',
  summary: 'Every promotion that is running, of cards and banks.',
  security: 'basic',
  // ASSUMED: "Promotions" is an array with one item for each promotion; the documents list the fields of one.
  success: { status: 200, body: z.array(Promotion) },
  errors: codes(),
});

export const getCardPromotion = endpoint({
  method: 'GET',
  path: '/v1/promotions/card',
  summary: 'Instant discounts and interest-free installments of cards.',
  security: 'basic',
  success: { status: 200, body: CardPromotion },
  errors: codes(),
});

export const promotionOperations = { listPromotions, getCardPromotion } as const;
