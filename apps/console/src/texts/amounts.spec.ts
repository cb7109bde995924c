import { amountIn, sumOf, wonIn, wonOf } from './amounts.js';

test('an amount is exact up to the largest on the wire, in both languages', () => {
  expect(wonIn('ko', wonOf(9_007_199_254_740_991))).toBe('9,007,199,254,740,991원');
  expect(wonIn('en', wonOf('-1234567'))).toBe('-₩1,234,567');
});

test('parts are added without a fraction being lost', () => {
  expect(sumOf([9_007_199_254_740_991, 1, '2'])).toBe(9_007_199_254_740_994n);
  expect(() => wonOf(1.5)).toThrow(RangeError);
});

test('an amount in another currency is said in that currency, in both languages', () => {
  expect(amountIn('ko', 12_000n, 'USD')).toBe('120.00 USD');
  expect(amountIn('en', 12_000n, 'USD')).toBe('120.00 USD');
  expect(amountIn('en', 12_000n, 'KRW')).toBe('₩12,000');
});
