import type { Input } from '@jeongsan/http-contract';
import type { chargeBilling as contract } from '@jeongsan/provider-contract';
import type { Handler } from '../api/operation.js';
import { Refused } from '../api/refused.js';
import { approvePayment } from '../payments/approve-payment.js';
import { assertOrderIsFree } from '../payments/assert-order-is-free.js';
import { assertInstallment, chargeInstallmentCodes } from '../payments/installments.js';
import { assertMinimum } from '../payments/minimum-amount.js';
import { openPayment } from '../payments/open-payment.js';
import { noDetails, type PaymentDetails } from '../payments/payment-row.js';
import { cardOf } from '../payments/payment-details.js';
import { installmentTerms } from '../promotions/installment-terms.js';
import type { Call } from '../world.js';
import { holdBillingKey, RegisteredMethod } from './billing-key.js';
import { isExpired } from './registered-card.js';

type Body = Input<typeof contract>['body'];

/**
 * Approves a payment with a billing key, without the buyer (document 1 section 4). No webhook is sent, because the
 * caller has the answer.
 */
export const chargeBilling: Handler<typeof contract> = async (call, { params, body }) => {
  const key = await holdBillingKey(call.sql, params.billingKey);
  if (!key) throw new Refused('NOT_FOUND_BILLING');
  if (key.removedAt) throw new Refused('ALREADY_REMOVED_BILLING_KEY');
  if (key.customerKey !== body.customerKey) throw new Refused('NOT_MATCHES_CUSTOMER_KEY');
  const method = RegisteredMethod.parse(key.method);
  assertMinimum(method.method, body.amount);
  await assertOrderIsFree(call.sql, body.orderId);
  const details = method.method === '카드' ? await byCard(call, body, method) : byAccount(method);
  const payment = await openPayment(call, {
    type: 'BILLING',
    method: method.method,
    details,
    customerKey: key.customerKey,
    amount: body.amount,
    orderId: body.orderId,
    orderName: body.orderName,
    taxFreeAmount: body.taxFreeAmount ?? undefined,
    taxExemptionAmount: body.taxExemptionAmount ?? undefined,
    isAuthenticated: true,
  });
  // ASSUMED: a charge that the card company refuses leaves no payment behind.
  if (method.refusesCharge) throw new Refused(method.refusesCharge);
  return approvePayment(call, payment);
};

type Card = Extract<RegisteredMethod, { method: '카드' }>;

async function byCard(call: Call, body: Body, card: Card): Promise<PaymentDetails> {
  const { amount, cardInstallmentPlan } = body;
  const months = cardInstallmentPlan ?? 0;
  assertInstallment({ months, amount, card }, call.world.merchant.settings, chargeInstallmentCodes);
  const { validThrough, issuerCode, acquirerCode, number, cardType, ownerType } = card;
  if (validThrough !== null && isExpired(validThrough, call.now)) throw new Refused('INVALID_CARD_EXPIRATION');
  const paid = cardOf(amount, {
    issuerCode,
    acquirerCode,
    number,
    cardType,
    ownerType,
    ...(await installmentTerms(call, { payType: 'BILLING', issuerCode, amount, months })),
  });
  return { ...noDetails, card: paid };
}

const byAccount = ({ bankCode }: Extract<RegisteredMethod, { method: '계좌이체' }>): PaymentDetails => ({
  ...noDetails,
  transfer: { bankCode, settlementStatus: 'INCOMPLETED' },
});
