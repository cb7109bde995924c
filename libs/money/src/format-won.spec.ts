import fc from 'fast-check';
import { formatWon, formatWonEn, groupedWon } from './index.js';

// prettier-ignore
test.each([
  [                    0n,                        '0원',                        '₩0'],
  [                  999n,                      '999원',                      '₩999'],
  [                1_000n,                    '1,000원',                    '₩1,000'],
  [                 -999n,                     '-999원',                     '-₩999'],
  [               -1_000n,                   '-1,000원',                   '-₩1,000'],
  [            1_234_567n,                '1,234,567원',                '₩1,234,567'],
  [           -1_234_567n,               '-1,234,567원',               '-₩1,234,567'],
  [9_007_199_254_740_993n, '9,007,199,254,740,993원',    '₩9,007,199,254,740,993'],
])('%i is printed as %s and %s', (minor, korean, english) => {
  expect(formatWon(minor)).toBe(korean);
  expect(formatWonEn(minor)).toBe(english);
  expect(groupedWon(minor)).toBe(korean.slice(0, -1));
});

test('without its separators the text is the amount', () => {
  fc.assert(
    fc.property(fc.bigInt(), (minor) => {
      expect(BigInt(formatWon(minor).replace(/[,원]/g, ''))).toBe(minor);
      expect(formatWon(minor)).toMatch(/^-?\d{1,3}(,\d{3})*원$/);
    }),
  );
});
