import { checkDigit, isBusinessRegistrationNumber } from './business-registration-number.js';

// Numbers that well-known companies print on their own web pages.
test.each(['1248100998', '2208162517', '1208147521', '4118601799'])(
  '%s is a business registration number',
  (number) => {
    expect(isBusinessRegistrationNumber(number)).toBe(true);
  },
);

test('exactly one last digit makes nine digits a number', () => {
  const nine = '100810000';
  const right = Array.from('0123456789').filter((last) => isBusinessRegistrationNumber(nine + last));
  expect(right).toEqual([checkDigit(nine)]);
});

test.each(['', '124810099', '12481009980', '124-81-00998'])('"%s" is none', (text) => {
  expect(isBusinessRegistrationNumber(text)).toBe(false);
});
