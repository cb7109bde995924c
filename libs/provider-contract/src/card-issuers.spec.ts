import { cardIssuerNamed, cardIssuers } from './card-issuers.js';

// prettier-ignore
test.each([
  ['41',       '41'],
  ['신한',      '41'],
  ['SHINHAN',  '41'],
  ['3K',       '3K'],
  ['기업BC',    '3K'],
  ['WOORI',    '33'],
  ['우리카드',   'W1'],
  ['AMEX',     undefined],
  ['shinhan',  undefined],
  ['',         undefined],
])('%j names issuer %s', (name, code) => {
  expect(cardIssuerNamed(name)?.code).toBe(code);
});

test('no two issuers share a name', () => {
  const names = cardIssuers.flatMap(({ code, koreanName, englishName }) => [
    ...new Set([code, koreanName, englishName ?? code]),
  ]);
  expect(names).toHaveLength(new Set(names).size);
  expect(cardIssuers).toHaveLength(31);
});
