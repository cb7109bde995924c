import { bankNamed, banks } from './banks.js';

// prettier-ignore
test.each([
  ['004', '06', '국민',  'KOOKMIN',         true],
  ['020', '20', '우리',  'WOORI',           true],
  ['092', '92', '토스',  'TOSSBANK',        false],
  ['271', 'ST', '토스증권', 'TOSS_SECURITIES', false],
])('%s is found by %s, %s and %s', (code, shortCode, koreanName, englishName, issuesVirtualAccounts) => {
  const bank = { code, shortCode, koreanName, englishName, issuesVirtualAccounts };
  expect([code, shortCode, koreanName, englishName].map(bankNamed)).toEqual(Array(4).fill(bank));
});

test('no two banks share a name, and a name no bank has finds none', () => {
  const names = banks.flatMap(({ code, shortCode, koreanName, englishName }) => [
    ...new Set([code, shortCode, koreanName, englishName].filter((name) => name !== null)),
  ]);
  expect(new Set(names).size).toBe(names.length);
  expect(bankNamed('999')).toBeUndefined();
});
