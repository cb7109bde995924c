import {
  banks,
  cardIssuers,
  easyPayProviders,
  type PaymentMethodName,
  type ProviderErrorCode,
} from '@jeongsan/provider-contract';
import { Refused } from '../api/refused.js';
import { detailsOf, drawnIssuer } from '../payments/payment-details.js';
import { type PaymentDetails, type PaymentRow } from '../payments/payment-row.js';
import { readDetails } from '../payments/payment.js';
import { installmentTerms } from '../promotions/installment-terms.js';
import { discountInWindow } from '../promotions/window-discount.js';
import type { Call } from '../world.js';
import type { PaymentWindow } from './payment-window.js';

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
export async function chosenIn(
  call: Call,
  form: URLSearchParams,
  payment: PaymentRow,
  { discountCode: code }: PaymentWindow,
): Promise<Chosen> {
  const { method, totalAmount: amount, currency } = payment;
  const known = readDetails(payment.details);
  const text = (name: string) => (form.get(name) ?? '').trim();
  if (method === '카드' && known.easyPay === null && easyPays.includes(text('pay')))
    return { method: '간편결제', details: detailsOf['간편결제'](amount, { easyPay: { provider: text('pay') } }) };
  if (method === '카드' && known.card !== null) {
    const chosen = issuers.find((issuer) => issuer.code === text('pay'))?.code;
    const { useCardPoint } = known.card;
    const issuerCode = chosen ?? known.card.issuerCode ?? drawnIssuer();
    const months = Number(text('months') || known.card.installmentPlanMonths);
    if (!monthsFor(amount).includes(months)) throw new Refused('INVALID_REQUEST', { about: ['할부'] });
    const terms = await installmentTerms(call, { payType: 'NORMAL', issuerCode, amount, months, currency });
    const discountAmount = await discountInWindow(call, { code, method, institution: issuerCode, amount });
    const easyPay = { provider: known.easyPay?.provider };
    const card = { ...terms, issuerCode, useCardPoint };
    return { method, details: detailsOf[method](amount, { card, easyPay, discountAmount }) };
  }
  if (method === '계좌이체') {
    const bankCode = transferBanks.find(({ shortCode }) => shortCode === text('bank'))?.shortCode;
    if (bankCode === undefined) throw new Refused('INVALID_REQUEST', { about: ['은행'] });
    const discountAmount = await discountInWindow(call, { code, method, institution: bankCode, amount });
    return { method, details: detailsOf[method](amount, { bankCode, discountAmount }) };
  }
  return { method, details: known };
}
