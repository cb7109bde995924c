import { businessDateOf } from '@jeongsan/calendar';
import { Refused } from '../api/refused.js';
import { maskedCardNumber, type TestCard } from '../payments/test-cards.js';
import type { RegisteredMethod } from './billing-key.js';

/** The parts of a card that may be stored. Throws Refused for a card that cannot be charged repeatedly. */
export function registeredCard(card: TestCard, cardNumber: string, validThrough: string | null): RegisteredMethod {
  // ASSUMED: a gift card cannot be registered.
  if (card.cardType === '기프트') throw new Refused('NOT_SUPPORTED_CARD_TYPE');
  const { issuerCode, cardType, ownerType, isLumpSumOnly = false, refusedAtApproval } = card;
  return {
    method: '카드',
    issuerCode,
    acquirerCode: issuerCode,
    number: maskedCardNumber(cardNumber),
    cardType,
    ownerType,
    validThrough,
    isLumpSumOnly,
    refusesCharge: refusedAtApproval,
  };
}

/** Whether a card has expired: it is valid through the last day of its month (yyyy-MM), in Seoul. */
export const isExpired = (validThrough: string, now: Date): boolean => businessDateOf(now).slice(0, 7) > validThrough;
