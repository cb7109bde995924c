import type { PaymentMethodName } from '@jeongsan/provider-contract';
import { storeDetails } from '../payments/payment.js';
import { noDetails, type PaymentDetails } from '../payments/payment-row.js';

/** The details of a seeded payment's method; the payment's amount is written at the JSON path `amountAt`. */
export type DetailsTemplate = Readonly<{ method: PaymentMethodName; details: string; amountAt: string }>;

const template = (method: PaymentMethodName, details: Partial<PaymentDetails>, amountAt = ''): DetailsTemplate => ({
  method,
  details: storeDetails({ ...noDetails, ...details }),
  amountAt,
});

const card = (issuerCode: string, number: string): DetailsTemplate =>
  template(
    '카드',
    {
      card: {
        amount: 0n,
        issuerCode,
        acquirerCode: issuerCode,
        number,
        installmentPlanMonths: 0,
        approveNo: '00000000',
        useCardPoint: false,
        cardType: '신용',
        ownerType: '개인',
        acquireStatus: 'COMPLETED',
        isInterestFree: false,
        interestPayer: null,
      },
    },
    'card',
  );

/** Details of several cards and banks, so that lists look like those of a market. */
export const detailsTemplates = (depositUntil: Date): DetailsTemplate[] => [
  card('11', '53612345****012*'),
  card('41', '51537890****345*'),
  card('61', '43301200****678*'),
  template('간편결제', { easyPay: { provider: '토스페이', amount: 0n, discountAmount: 0n } }, 'easyPay'),
  template('간편결제', { easyPay: { provider: '네이버페이', amount: 0n, discountAmount: 0n } }, 'easyPay'),
  template('계좌이체', { transfer: { bankCode: '88', settlementStatus: 'COMPLETED' } }),
  template('계좌이체', { transfer: { bankCode: '06', settlementStatus: 'COMPLETED' } }),
  template('휴대폰', {
    mobilePhone: {
      customerMobilePhone: '010****0000',
      settlementStatus: 'INCOMPLETED',
      receiptUrl: '',
    },
  }),
  template('가상계좌', {
    virtualAccount: {
      accountType: '일반',
      accountNumber: 'X6505636518308',
      bankCode: '20',
      customerName: '박구매',
      dueDate: depositUntil,
      refundStatus: 'NONE',
      expired: false,
      settlementStatus: 'INCOMPLETED',
      refundReceiveAccount: null,
    },
  }),
];
