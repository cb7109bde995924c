import { isBusinessNumber } from './business-number.js';

// prettier-ignore
test.each([
  ['1208147521',  true],   // published by its owner
  ['1248100998',  true],
  ['2208162517',  true],
  ['1208147522',  false],
  ['1208147512',  false],
  ['120814752',   false],
  ['120-81-4752', false],
  ['',            false],
])('%s is a business number: %s', (text, verdict) => {
  expect(isBusinessNumber(text)).toBe(verdict);
});
