/** The promotions of document 1, section 2.9, transcribed from the document alone. */
import { date, integer, list, nullable, number, object, text, words } from './published.js';

const minimum = { minimumPaymentAmount: number, dueDate: date };
const cardDiscountMembers = {
  issuerCode: text(),
  discountAmount: number,
  ...minimum,
  maximumPaymentAmount: number,
  currency: text(),
  discountCode: text(),
  balance: number,
};
const interestFreeMembers = { issuerCode: text(), ...minimum, installmentFreeMonths: list(integer) };
export const cardDiscount = object('cardDiscount', cardDiscountMembers);
export const cardInterestFree = object('cardInterestFree', { ...interestFreeMembers, currency: text() });
export const cardPoint = object('cardPoint', { issuerCode: text(), ...minimum, currency: text() });

/** Section 2.9. */
export const promotion = object('Promotions', {
  payType: words('NORMAL', 'BILLING', 'WALLET'),
  type: words('CARD_DISCOUNT', 'CARD_INTEREST_FREE', 'CARD_POINT', 'BANK_DISCOUNT'),
  cardDiscount: nullable(cardDiscount),
  cardInterestFree: nullable(cardInterestFree),
  cardPoint: nullable(cardPoint),
  bankDiscount: nullable(
    object('bankDiscount', {
      type: words('FIXED_AMOUNT', 'FIXED_RATE'),
      bankCode: text(),
      discountAmount: nullable(number),
      discountRate: nullable(number),
      ...minimum,
      maximumPaymentAmount: number,
      currency: text(),
      discountCode: text(),
    }),
  ),
});

/** Section 2.9. */
export const cardPromotion = object('CardPromotion', {
  discountCards: list(object('CardPromotion.discountCards', cardDiscountMembers)),
  interestFreeCards: list(object('CardPromotion.interestFreeCards', interestFreeMembers)),
});
