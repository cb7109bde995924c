import { createCalendar } from '@jeongsan/calendar';
import { endOfWait } from './take-change.js';

const calendar = createCalendar({ overrides: { add: { '2026-09-09': '임시공휴일' } } });
const seoul = (text: string) => new Date(`${text}+09:00`);

// prettier-ignore
test.each<[string, string, number, string]>([
  ['Monday 00:30, still Sunday in UTC',       '2026-09-14T00:30:00', 3, '2026-09-18T00:00:00'],
  ['Monday 04:00',                            '2026-09-14T04:00:00', 3, '2026-09-18T00:00:00'],
  ['Monday 08:59',                            '2026-09-14T08:59:59', 3, '2026-09-18T00:00:00'],
  ['Monday 23:59',                            '2026-09-14T23:59:59', 3, '2026-09-18T00:00:00'],
  ['Saturday',                                '2026-09-12T12:00:00', 3, '2026-09-17T00:00:00'],
  ['Friday evening before Chuseok (24 to 26)', '2026-09-18T21:00:00', 3, '2026-09-24T00:00:00'],
  ['the evening before Chuseok',              '2026-09-23T21:00:00', 3, '2026-10-01T00:00:00'],
  ['a holiday of the operator in between',    '2026-09-08T09:00:00', 3, '2026-09-15T00:00:00'],
  ['one day',                                 '2026-09-14T08:59:00', 1, '2026-09-16T00:00:00'],
])('%s: paid from %s plus %i business days', (_, changedAt, businessDays, payableFrom) => {
  expect(endOfWait(seoul(changedAt), { calendar, businessDays })).toEqual(seoul(payableFrom));
});

test('where the holidays are not known nobody guesses: only a person ends the wait', () => {
  expect(endOfWait(seoul('2099-12-30T12:00:00'), { calendar, businessDays: 3 })).toBeNull();
});
