import type { Input } from '@jeongsan/http-contract';
import type { payByCardNumber as contract } from '@jeongsan/provider-contract';
import type { Handler } from '../api/operation.js';
import { Refused } from '../api/refused.js';
import { type InstallmentTerms, installmentTerms } from '../promotions/installment-terms.js';
import type { Call } from '../world.js';
import { approvePayment } from './approve-payment.js';
import { assertOrderIsFree } from './assert-order-is-free.js';
import { checkCard } from './card-checks.js';
import { assertInstallment, chargeInstallmentCodes } from './installments.js';
import { assertMinimum } from './minimum-amount.js';
import { openPayment } from './open-payment.js';
import { noDetails } from './payment-row.js';
import { cardOf } from './payment-details.js';
import { maskedCardNumber } from './test-cards.js';

type Body = Input<typeof contract>['body'];

// ASSUMED: a payment by card number that is refused leaves no payment behind; its order can be tried again.
/** Approves a card payment at once by its card number; the buyer sees no window of the provider. */
export const payByCardNumber: Handler<typeof contract> = async (call, { body }) => {
  assertMinimum('카드', body.amount);
  const card = checkCard(body, call.now);
  const { amount, cardInstallmentPlan: months = 0, useCardPoint = false } = body;
  assertInstallment({ months, amount, card }, call.world.merchant.settings, chargeInstallmentCodes);
  // ASSUMED: only credit cards have points.
  if (useCardPoint && card.cardType !== '신용') throw new Refused('NOT_ALLOWED_POINT_USE');
  if (card.refusedAtApproval) throw new Refused(card.refusedAtApproval);
  await assertOrderIsFree(call.sql, body.orderId);
  const paid = cardOf(amount, {
    issuerCode: card.issuerCode,
    number: maskedCardNumber(body.cardNumber),
    cardType: card.cardType,
    ownerType: card.ownerType,
    useCardPoint,
    ...(await termsOf(call, card.issuerCode, body)),
  });
  const payment = await openPayment(call, {
    ...body,
    method: '카드',
    details: { ...noDetails, card: paid },
    isPartialCancelable: !card.isForeign,
    isAuthenticated: true,
  });
  return approvePayment(call, payment);
};

// ASSUMED: the merchant pays the interest of an interest-free installment plan that it requests; without that request
// the card company's promotions apply.
async function termsOf(call: Call, issuerCode: string, body: Body): Promise<InstallmentTerms> {
  const { amount, cardInstallmentPlan: months = 0, useFreeInstallmentPlan = false } = body;
  if (months > 0 && useFreeInstallmentPlan) {
    return { installmentPlanMonths: months, isInterestFree: true, interestPayer: 'MERCHANT' };
  }
  return installmentTerms(call, { payType: 'NORMAL', issuerCode, amount, months });
}
