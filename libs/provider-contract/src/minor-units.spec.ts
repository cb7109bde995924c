import { z } from 'zod';
import { Payment } from './payment.objects.js';
import { fromMinorUnits, toMinorUnits } from './minor-units.js';
import { cancelPayment } from './payments.contract.js';
import { listSettlements, listTransactions } from './records.contract.js';

const transaction = {
  ...{ mId: 'test', transactionKey: 't', paymentKey: 'p', orderId: 'order-1', method: '간편결제' },
  ...{ customerKey: null, useEscrow: false, receiptUrl: null, status: 'DONE' },
  transactionAt: '2026-05-04T10:00:00+09:00',
};
const rows = listTransactions.success.body;
const read = (currency: string, amount: number | string) =>
  rows.safeParse(toMinorUnits(rows, [{ ...transaction, currency, amount }])).data?.[0]?.amount ?? 'refused';

// prettier-ignore
test.each<[string, number | string, bigint | 'refused']>([
  ['USD', 12.34,          1_234n],
  ['USD', '12.34',        1_234n],
  ['USD', 12.3,           1_230n],
  ['USD', '12.340',       1_234n],
  ['USD', 12,             1_200n],
  ['USD', 0.05,           5n],
  ['USD', 0,              0n],
  ['USD', 1_000_000.99,   100_000_099n],
  ['USD', 12.345,         'refused'],
  ['USD', -1,             'refused'],
  ['USD', '1e3',          'refused'],
  ['JPY', 500,            500n],
  ['JPY', '500.0',        500n],
  ['KRW', 5000,           5_000n],
  ['KRW', '5000.0',       5_000n],
  ['KRW', 0.5,            'refused'],
  ['EUR', 12.34,          1_234n],
  ['VND', 500,            500n],
  ['KWD', 1.234,          1_234n],
  ['KWD', '0.5',          500n],
  ['CLF', 0.0001,         1n],
  ['XXX', 7,              700n],
])('%s %s is read as %s minor units', (currency, wire, minor) => {
  expect(read(currency, wire)).toBe(minor);
});

test('every amount of a row follows the currency of the row, also in nested objects', () => {
  const cents = { type: 'BASE', fee: -0.34 };
  const easyPay = { provider: 'PAYPAL', amount: 12.34, discountAmount: 0 };
  const row = { currency: 'USD', amount: -12.34, fees: [cents], easyPay, card: null, approvedAt: 'x' };
  expect(toMinorUnits(listSettlements.success.body, [row, { ...row, currency: 'KRW' }])).toEqual([
    {
      ...row,
      amount: '-1234',
      fees: [{ type: 'BASE', fee: '-34' }],
      easyPay: { provider: 'PAYPAL', amount: '1234', discountAmount: '0' },
    },
    { ...row, currency: 'KRW' },
  ]);
});

test.each([
  [1_234n, 12.34],
  [5n, 0.05],
  [50n, 0.5],
  [1_200n, 12],
  [0n, 0],
])('a request of %s cents is written as %d dollars', (cancelAmount, dollars) => {
  const wire = z.encode(cancelPayment.body, { cancelReason: '변심', cancelAmount, currency: 'USD' });
  expect(fromMinorUnits(cancelPayment.body, wire)).toMatchObject({ cancelAmount: dollars, currency: 'USD' });
});

test('what is in won, and what is no object of the contract, passes as it is', () => {
  const won = { currency: 'KRW', totalAmount: 5_000 };
  expect(toMinorUnits(Payment, won)).toBe(won);
  for (const odd of [null, undefined, 'text', 5, []]) expect(toMinorUnits(Payment, odd)).toEqual(odd);
});
