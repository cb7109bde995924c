import { formatAmount } from './index.js';

// prettier-ignore
test.each([
  [   12_000n, 'USD',     '120.00 USD'],
  [       -5n, 'USD',      '-0.05 USD'],
  [  -12_345n, 'KWD',    '-12.345 KWD'],
  [1_234_567n, 'JPY',  '1,234,567 JPY'],
  [1_234_567n, 'USD',  '12,345.67 USD'],
  [        0n, 'KRW',          '0 KRW'],
  [      100n, 'no code', '1.00 no code'],
])('%i minor units of %s are printed as %s', (minor, currency, text) => {
  expect(formatAmount(minor, currency)).toBe(text);
});
