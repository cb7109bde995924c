import { currencyOf } from './evidence-words.js';

// prettier-ignore
test.each([
  ['an amount with its currency',          { amount: '12000', currency: 'USD' }, 'amount', 'USD'],
  ['an amount in won beside a difference', { amount: '12000', currency: 'KRW' }, 'amount', 'KRW'],
  ['an amount that names no currency',     { fee: '-300' },                      'fee',    'JPY'],
  ['a number that is no amount',           { rows: '2', currency: 'USD' },       'rows',   undefined],
  ['an amount already in words',           { amount: '₩12,000' },                'amount', undefined],
  ['an amount that is not known',          { amount: null },                     'amount', undefined],
])('%s', (_, side, field, currency) => {
  expect(currencyOf(side, field, 'JPY')).toBe(currency);
});
