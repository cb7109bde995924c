import {
  cardIssuerNamed,
  type createPayment as contract,
  easyPayProviders,
  type EnglishMethod,
  englishMethods,
  overseasEasyPayProviders,
  type PaymentMethodName,
} from '@jeongsan/provider-contract';
import type { Input } from '@jeongsan/http-contract';
import type { Handler } from '../api/operation.js';
import { Refused } from '../api/refused.js';
import { installmentTerms } from '../promotions/installment-terms.js';
import { offeredDiscount } from '../promotions/window-discount.js';
import type { Call } from '../world.js';
import { storeWindow } from '../payment-window/payment-window.js';
import { assertOrderIsFree } from './assert-order-is-free.js';
import { assertInstallment, windowInstallmentCodes } from './installments.js';
import { assertMinimum } from './minimum-amount.js';
import { openPayment } from './open-payment.js';
import { paymentOf } from './payment.js';
import { assertCurrency } from './payment-currency.js';
import { detailsOf, drawnIssuer, overseasProviderOf } from './payment-details.js';

type Body = Input<typeof contract>['body'];

/** Creates a payment that the buyer has not seen yet: READY, with the address of its window. */
export const createPayment: Handler<typeof contract> = async (call, { body }) => {
  const method = methodOf(body.method);
  const { currency = 'KRW' } = body;
  assertFlow(method, body);
  const months = installmentOf(call, body);
  const provider = easyPayProviderOf(body);
  const { amount, discountCode: code } = body;
  const offered = await offeredDiscount(call, { code, method, institution: issuerOf(body), amount, currency });
  const issuerCode = issuerOf(body) ?? offered?.institution ?? drawnIssuer();
  const terms = await installmentTerms(call, { payType: 'NORMAL', issuerCode, amount, months, currency });
  const details = detailsOf[method](amount, {
    card: { ...terms, issuerCode, useCardPoint: body.useCardPoint },
    easyPay: { provider },
    bankCode: offered?.institution,
    discountAmount: offered?.amount,
    customerMobilePhone: body.customerMobilePhone,
  });
  const overseas = overseasProviderOf(details);
  assertCurrency(method, currency, overseas);
  assertMinimum(method, body.amount, currency);
  if (method === '계좌이체' && body.amount > TRANSFER_MAX) throw new Refused('EXCEEDS_TRANSFER_AMOUNT_MAXIMUM');
  await assertOrderIsFree(call.sql, body.orderId);
  // Card payments are never culture expenses (document 1 section 2.1).
  const cultureExpense = method !== '카드' && (body.cultureExpense ?? false);
  const country = overseas?.country ?? 'KR';
  const payment = await openPayment(call, { ...body, method, details, currency, country, cultureExpense });
  await storeWindow(call.sql, payment.paymentKey, body);
  return paymentOf(payment, call.world);
};

/** The provider's published limit of one account transfer. */
const TRANSFER_MAX = 10_000_000n;

const methodOf = (word: Body['method']): PaymentMethodName => (isEnglish(word) ? englishMethods[word] : word);
const isEnglish = (word: Body['method']): word is EnglishMethod => Object.hasOwn(englishMethods, word);

/** A request that skips the provider's window must name the window to open instead. */
function assertFlow(method: PaymentMethodName, { flowMode, cardCompany, easyPay }: Body): void {
  if (flowMode !== 'DIRECT') return;
  const isNamed = method === '카드' ? (cardCompany ?? easyPay) !== undefined : easyPay !== undefined;
  if (!isNamed) throw new Refused('INVALID_FLOW_MODE_PARAMETERS');
}

function installmentOf(call: Call, { amount, cardInstallmentPlan, maxCardInstallmentPlan }: Body): number {
  const { settings } = call.world.merchant;
  if (cardInstallmentPlan !== undefined && maxCardInstallmentPlan !== undefined) {
    throw new Refused('INVALID_CARD_INSTALLMENT_PLANS_WITH_MAX_AND_SINGLE');
  }
  if (maxCardInstallmentPlan !== undefined) {
    if (maxCardInstallmentPlan < 1) throw new Refused('EXCEED_MIN_CARD_INSTALLMENT_PLAN');
    if (maxCardInstallmentPlan > INSTALLMENT_MONTHS_MAX) throw new Refused('EXCEED_MAX_CARD_INSTALLMENT_PLAN');
  }
  const months = cardInstallmentPlan ?? 0;
  assertInstallment({ months, amount }, settings, windowInstallmentCodes);
  return months;
}
/** The most months of an installment plan (document 1 section 8). */
const INSTALLMENT_MONTHS_MAX = 12;

/**
 * The provider's Korean name for an easy-pay service, or the name of a foreign service. Throws Refused for an unknown
 * name.
 */
function easyPayProviderOf({ method, easyPay }: Body): string | undefined {
  if (method === 'FOREIGN_EASY_PAY') {
    if (easyPay !== undefined && Object.hasOwn(overseasEasyPayProviders, easyPay)) return easyPay;
    throw new Refused('INVALID_EASY_PAY');
  }
  if (easyPay === undefined) return undefined;
  const found = Object.entries(easyPayProviders).find((names) => names.includes(easyPay))?.[0];
  if (found === undefined) throw new Refused('INVALID_EASY_PAY');
  return found;
}

function issuerOf({ cardCompany }: Body): string | undefined {
  if (cardCompany === undefined) return undefined;
  const found = cardIssuerNamed(cardCompany)?.code;
  if (found === undefined) throw new Refused('INVALID_CARD_COMPANY');
  return found;
}
