import type { ProviderPayment } from '../gateway.js';
import { maskPayment } from './mask-payment.js';

const CANARY = '홍길동 010-1234-5678';
const payment = {
  ...{ paymentKey: 'p-1', orderId: 'o-1', totalAmount: 3_000_000_000n, orderName: CANARY, secret: CANARY },
  metadata: { who: CANARY },
  receipt: { url: CANARY },
  checkout: { url: CANARY },
  cancels: [{ cancelAmount: 1n, cancelReason: CANARY }],
  mobilePhone: { customerMobilePhone: CANARY, receiptUrl: CANARY, settlementStatus: 'COMPLETED' },
  virtualAccount: {
    ...{ bankCode: '004', accountNumber: CANARY, customerName: CANARY, depositorName: CANARY },
    refundReceiveAccount: { bankCode: '004', accountNumber: CANARY, holderName: CANARY },
  },
  cashReceipt: { receiptUrl: CANARY },
  cashReceipts: [{ orderName: CANARY, receiptUrl: CANARY, businessNumber: CANARY, customerIdentityNumber: CANARY }],
} as unknown as ProviderPayment;
const text = (value: unknown) => JSON.stringify(value, (_, it: unknown) => (typeof it === 'bigint' ? String(it) : it));

test('a person reads a payment without its buyer', () => {
  const shown = maskPayment(payment);
  expect(text(shown)).not.toContain(CANARY);
  expect(shown).toMatchObject({ paymentKey: 'p-1', totalAmount: 3_000_000_000n, cancels: [{ cancelAmount: 1n }] });
});

test('members that are absent stay absent', () => {
  const plain = {
    ...payment,
    cancels: null,
    virtualAccount: null,
    mobilePhone: null,
    cashReceipt: null,
    cashReceipts: null,
  };
  expect(maskPayment(plain)).toMatchObject({ cancels: null, virtualAccount: null, mobilePhone: null });
});
