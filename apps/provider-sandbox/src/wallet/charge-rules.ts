import { Refused } from '../api/refused.js';
import type { Settings } from '../merchant/merchant.js';
import { assertInstallment, windowInstallmentCodes } from '../payments/installments.js';
import type { MethodRow } from './method.js';

/**
 * Throws Refused for installments that document 2 section 8 does not allow: 2 to 12 months, from 50,000 won on, cards
 * only. 0 months means paid at once.
 */
export function assertInstallments(method: MethodRow, amount: bigint, months: number, settings: Settings): void {
  const isByAccount = method.kind === 'ACCOUNT' && months !== 0;
  if (isByAccount) throw new Refused('NOT_SUPPORTED_INSTALLMENT_PLAN_CARD_OR_MERCHANT');
  const { cardType } = method;
  const card = cardType === null ? {} : { card: { cardType } };
  assertInstallment({ months, amount, ...card }, settings, windowInstallmentCodes);
}

/** Throws Refused for card points without a contract for them, or with a method that has none. */
export function assertCardPoint(method: MethodRow, { walletCardPoints }: Settings): void {
  // ASSUMED: a gift card has no points; accounts have none either.
  const hasPoints = method.kind === 'CARD' && method.cardType !== '기프트';
  if (!hasPoints || !walletCardPoints) throw new Refused('NOT_ALLOWED_POINT_USE');
}
