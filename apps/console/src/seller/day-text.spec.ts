import { dayText } from './day-text.js';

// prettier-ignore
test.each([
  ['2026-05-20', '2026년 5월 20일 (수)', 'Wed, 20 May 2026'],
  ['2026-12-31', '2026년 12월 31일 (목)', 'Thu, 31 Dec 2026'],
  ['2028-02-29', '2028년 2월 29일 (화)', 'Tue, 29 Feb 2028'],
])('%s is %s, in English %s', (date, korean, english) => {
  expect([dayText(date, 'ko'), dayText(date, 'en')]).toEqual([korean, english]);
});
