import type {
  listWalletBankPromotions as bankContract,
  listWalletCardPromotions as cardContract,
  WalletBankPromotionItem,
  WalletCardPromotionItem,
} from '@jeongsan/provider-contract';
import type { z } from 'zod';
import type { Handler } from '../api/operation.js';
import {
  type BankDiscountRow,
  cardDiscountOf,
  cardPointOf,
  interestFreeOf,
  ofType,
  type Running,
  runningPromotions,
} from '../promotions/promotion.js';
import type { Call } from '../world.js';

/** The promotions of cards and banks for wallet payments at the moment. */
export type WalletOffers = readonly Running[];
type CardItem = z.output<typeof WalletCardPromotionItem>;
type BankItem = z.output<typeof WalletBankPromotionItem>;

export const walletOffers = ({ sql, now }: Call): Promise<WalletOffers> => runningPromotions(sql, now, 'WALLET');

// ASSUMED: the wallet's bank discounts have an amount and no rate, so a discount by rate is not listed among them.
const fixedDiscounts = (offers: WalletOffers) =>
  ofType(offers, 'BANK_DISCOUNT').flatMap((row) =>
    row.discountAmount === null ? [] : [{ bankCode: row.institution, ...bankDiscountOf(row, row.discountAmount) }],
  );

const bankDiscountOf = (row: Running<BankDiscountRow>, discountAmount: bigint) => ({
  discountAmount,
  balance: row.balance,
  discountCode: row.discountCode,
  dueDate: row.dueDate,
  minimumPaymentAmount: row.minimumAmount,
  maximumPaymentAmount: row.maximumAmount,
});

/** The promotions for a card of this issuer (document 2 section 2.4). */
export function cardPromotions(offers: WalletOffers, issuerCode: string): CardItem[] {
  const own = offers.filter(({ institution }) => institution === issuerCode);
  const nothing = { cardDiscount: null, cardInterestFree: null, cardPoint: null };
  return [
    ...ofType(own, 'CARD_DISCOUNT').map((row) => ({ ...nothing, type: row.type, cardDiscount: cardDiscountOf(row) })),
    ...ofType(own, 'CARD_INTEREST_FREE').map((row) => ({
      ...nothing,
      type: row.type,
      cardInterestFree: interestFreeOf(row),
    })),
    ...ofType(own, 'CARD_POINT').map((row) => ({ ...nothing, type: row.type, cardPoint: cardPointOf(row) })),
  ];
}

/** The promotions for an account at this bank (document 2 section 2.5). */
export const accountPromotions = (offers: WalletOffers, shortCode: string): BankItem[] =>
  fixedDiscounts(offers)
    .filter(({ bankCode }) => bankCode === shortCode)
    .map((discount) => ({ type: 'BANK_DISCOUNT', bankDiscount: { ...discount, currency: 'KRW' } }));

/** The cards' promotions by acquirer code (document 2 section 2.6); in the sandbox the acquirer is the issuer. */
export const listWalletCardPromotions: Handler<typeof cardContract> = async (call) => {
  const offers = await walletOffers(call);
  return {
    discountCards: ofType(offers, 'CARD_DISCOUNT').map((row) => ({
      companyCode: row.institution,
      discountAmount: row.discountAmount,
      balance: row.balance,
      discountCode: row.discountCode,
      dueDate: row.dueDate,
      minimumPaymentAmount: row.minimumAmount,
      maximumPaymentAmount: row.maximumAmount,
    })),
    interestFreeCards: ofType(offers, 'CARD_INTEREST_FREE').map((row) => ({
      companyCode: row.institution,
      dueDate: row.dueDate,
      installmentFreeMonths: row.months,
      minimumPaymentAmount: row.minimumAmount,
    })),
    pointCards: ofType(offers, 'CARD_POINT').map((row) => ({
      companyCode: row.institution,
      minimumPaymentAmount: row.minimumAmount,
      dueDate: row.dueDate,
    })),
  };
};

export const listWalletBankPromotions: Handler<typeof bankContract> = async (call) => ({
  discountBanks: fixedDiscounts(await walletOffers(call)),
});
