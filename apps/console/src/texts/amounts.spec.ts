import { foreignAmount, sumOf, wonIn, wonOf } from './amounts.js';

test('an amount is exact up to the largest on the wire, in both languages', () => {
  expect(wonIn('ko', wonOf(9_007_199_254_740_991))).toBe('9,007,199,254,740,991원');
  expect(wonIn('en', wonOf('-1234567'))).toBe('-₩1,234,567');
});

test('parts are added without a fraction being lost', () => {
  expect(sumOf([9_007_199_254_740_991, 1, '2'])).toBe(9_007_199_254_740_994n);
  expect(() => wonOf(1.5)).toThrow(RangeError);
});

test.each([
  [12_000n, 'USD', '120.00 USD'],
  [-5n, 'USD', '-0.05 USD'],
  [1_234_567n, 'JPY', '1,234,567 JPY'],
  [0n, 'KRW', '0 KRW'],
])('%s minor units of %s are %s', (minor, currency, text) => {
  expect(foreignAmount(minor, currency)).toBe(text);
});
