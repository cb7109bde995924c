import { aboutBreak, aboutMatchingRule, aboutMonth, aboutParked } from './about.js';

test('what a proposal is about is said in the language of the person', () => {
  const close = aboutMonth({
    ...{ month: '2026-05', kind: 'close', reason: 'the bank', missing: ['BREAKS_SETTLED'], counts: [3] },
  });
  expect(close('ko')).toBe('2026-05 · 마감 · the bank · 낮음보다 심각한 불일치가 열려 있지 않음 (3)');
  expect(close('en')).toBe('2026-05 · Close · the bank · No break above LOW is open (3)');
  expect(aboutBreak({ way: 'reopen', reason: '착오' })('ko')).toBe('처리 되돌리기 · 착오');
  expect(aboutMatchingRule({ class: 'FOREIGN_CURRENCY', reason: '계약' })('ko')).toBe('원화가 아닌 거래 · 계약');
  expect(aboutParked('MADE', 'acme')('ko')).toBe('지급됨: 결제대행사에 지급이 있음 · acme');
});
