import {
  banks,
  cardIssuers,
  easyPayProviders,
  type PaymentMethodName,
  type ProviderErrorCode,
} from '@jeongsan/provider-contract';
import { Refused } from '../api/refused.js';
import { detailsOf } from '../payments/payment-details.js';
import { type PaymentDetails, type PaymentRow } from '../payments/payment-row.js';
import { readDetails } from '../payments/payment.js';

/** Won from which a card takes installments. */
const INSTALLMENTS_FROM = 50_000n;
const MONTHS_MAX = 12;

export const issuers = cardIssuers.filter(({ isForeign }) => !isForeign);
export const easyPays = Object.keys(easyPayProviders);
export const issuingBanks = banks.filter(({ issuesVirtualAccounts }) => issuesVirtualAccounts);
export const transferBanks = banks;
export const monthsFor = (amount: bigint): readonly number[] =>
  amount < INSTALLMENTS_FROM ? [0] : [0, ...Array.from({ length: MONTHS_MAX - 1 }, (_, index) => index + 2)];

/** The refusals that a visitor can order for the merchant's confirm, by label. */
export const refusals = {
  REJECT_CARD_PAYMENT: '한도 초과 또는 잔액 부족',
  REJECT_CARD_COMPANY: '카드사 승인 거절',
  REJECT_ACCOUNT_PAYMENT: '계좌 잔액 부족',
  INVALID_STOPPED_CARD: '정지된 카드',
  EXCEED_MAX_DAILY_PAYMENT_COUNT: '하루 결제 횟수 초과',
  FAILED_INTERNAL_SYSTEM_PROCESSING: '내부 시스템 오류',
} as const satisfies Partial<Record<ProviderErrorCode, string>>;

export const isRefusal = (word: string | null): word is keyof typeof refusals =>
  word !== null && Object.hasOwn(refusals, word);

type Chosen = Readonly<{ method: PaymentMethodName; details: PaymentDetails }>;

/**
 * The method that the buyer chose, with the answer of its card company or bank. The card window also offers easy pay.
 * @throws Refused with the label of a field that does not fit.
 */
export function chosenIn(form: URLSearchParams, payment: PaymentRow): Chosen {
  const { method, totalAmount } = payment;
  const known = readDetails(payment.details);
  const text = (name: string) => (form.get(name) ?? '').trim();
  if (method === '카드' && known.easyPay === null && easyPays.includes(text('pay')))
    return { method: '간편결제', details: detailsOf['간편결제'](totalAmount, { easyPay: { provider: text('pay') } }) };
  if (method === '카드' && known.card !== null) {
    const issuerCode = issuers.find(({ code }) => code === text('pay'))?.code;
    const months = Number(text('months') || known.card.installmentPlanMonths);
    if (!monthsFor(totalAmount).includes(months)) throw new Refused('INVALID_REQUEST', { about: ['할부'] });
    const card = { ...(issuerCode !== undefined && { issuerCode }), installmentPlanMonths: months };
    const interestPayer = months > 0 ? ('BUYER' as const) : null;
    const { useCardPoint } = known.card;
    return {
      method,
      details: { ...known, ...detailsOf[method](totalAmount, { card: { ...card, useCardPoint, interestPayer } }) },
    };
  }
  if (method === '계좌이체') {
    const bankCode = transferBanks.find(({ shortCode }) => shortCode === text('bank'))?.shortCode;
    if (bankCode === undefined) throw new Refused('INVALID_REQUEST', { about: ['은행'] });
    return { method, details: detailsOf[method](totalAmount, { bankCode }) };
  }
  return { method, details: known };
}
