import type { PaymentMethodName } from '@jeongsan/provider-contract';
import { randomDigits } from '../ids.js';
import { noDetails, type PaymentDetails } from './payment.js';

/** The methods a buyer can use here. Virtual accounts and gift certificates have lives of their own. */
export const payableMethods = [
  '카드',
  '간편결제',
  '계좌이체',
  '휴대폰',
] as const satisfies readonly PaymentMethodName[];
export type PayableMethod = (typeof payableMethods)[number];

export const isPayable = (method: string): method is PayableMethod =>
  (payableMethods as readonly string[]).includes(method);

/** What a buyer's bank or card company answers with the approval: masked, as the provider hands it on. */
export const detailsOf = {
  카드: (amount) => ({ ...noDetails, card: cardOf(amount) }),
  간편결제: (amount) => ({ ...noDetails, easyPay: { provider: '토스페이', amount, discountAmount: 0n } }),
  계좌이체: () => ({ ...noDetails, transfer: { bankCode: pick(BANKS), settlementStatus: 'INCOMPLETED' } }),
  휴대폰: () => ({
    ...noDetails,
    mobilePhone: {
      customerMobilePhone: `010****${randomDigits(4)}`,
      settlementStatus: 'INCOMPLETED',
      receiptUrl: 'https://sandbox.example/receipt/mobile',
    },
  }),
} as const satisfies Record<PayableMethod, (amount: bigint) => PaymentDetails>;

// Short codes of banks and two-digit codes of card issuers, as they appear in payments.
const BANKS = ['06', '88', '20', '81', '11', '90', '92'] as const;
const CARDS = [
  ['11', '53612345'],
  ['41', '51537890'],
  ['51', '53272900'],
  ['61', '43301200'],
  ['21', '94100012'],
  ['91', '54618111'],
] as const;

function cardOf(amount: bigint): NonNullable<PaymentDetails['card']> {
  const [issuerCode, bin] = pick(CARDS);
  return {
    amount,
    issuerCode,
    acquirerCode: issuerCode,
    number: `${bin}****${randomDigits(3)}*`,
    installmentPlanMonths: 0,
    approveNo: randomDigits(8),
    useCardPoint: false,
    cardType: '신용',
    ownerType: '개인',
    acquireStatus: 'READY',
    isInterestFree: false,
    interestPayer: null,
  };
}

const pick = <L extends readonly [unknown, ...unknown[]]>(list: L): L[number] =>
  list[Math.floor(Math.random() * list.length)] ?? list[0];
