import fc from 'fast-check';
import { maskAccount, mayBeAccount } from './mask-account.js';

// prettier-ignore
test.each([
  ['1234567890123',  '123*****90123'],
  ['12345678901234', '123******01234'],
  ['12345678901',    '123***78901'],
  ['1234567890',     '********90'],
  ['12345',          '***45'],
  ['1234',           '***4'],
  ['123',            '***'],
  ['1',              '*'],
])('%s is shown as %s', (number, shown) => {
  expect(maskAccount(number)).toBe(shown);
});

const digits = fc.stringMatching(/^\d{1,14}$/);

test('a masked number hides at least three digits, or all of a shorter one, and still fits its account', () => {
  fc.assert(
    fc.property(digits, (number) => {
      const shown = maskAccount(number);
      expect(shown.split('*').length - 1).toBeGreaterThanOrEqual(Math.min(3, number.length));
      expect(mayBeAccount(shown, number)).toBe(true);
    }),
  );
});

test('a shown number with another digit or another length is not the account', () => {
  expect(mayBeAccount('123*****90124', '1234567890123')).toBe(false);
  expect(mayBeAccount('123*****9012', '1234567890123')).toBe(false);
});
