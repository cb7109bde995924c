import type { getCardPromotion as cardContract, listPromotions as listContract } from '@jeongsan/provider-contract';
import type { Handler } from '../api/operation.js';
import { cardDiscountOf, interestFreeOf, ofType, promotionOf, runningPromotions } from './promotion.js';

/** All running promotions of all kinds of payments (document 1 section 4). */
export const listPromotions: Handler<typeof listContract> = async ({ sql, now }) =>
  (await runningPromotions(sql, now)).map(promotionOf);

// ASSUMED: this list has the cards' promotions for regular payments only; the wallet has a list of its own.
export const getCardPromotion: Handler<typeof cardContract> = async ({ sql, now }) => {
  const running = await runningPromotions(sql, now, 'NORMAL');
  return {
    discountCards: ofType(running, 'CARD_DISCOUNT').map(cardDiscountOf),
    interestFreeCards: ofType(running, 'CARD_INTEREST_FREE').map(interestFreeOf),
  };
};
