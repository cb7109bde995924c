import { createCalendar, knownYears } from '@jeongsan/calendar';
import { nextDispatch, scheduleFor } from './schedule-for.js';

const calendar = createCalendar();
const seoul = (text: string): Date => new Date(`${text}+09:00`);

// prettier-ignore
test.each`
  now                          | type           | date            | why
  ${'2026-05-11T07:59:59'}     | ${'SCHEDULED'} | ${'2026-05-12'} | ${'one second before EXPRESS opens'}
  ${'2026-05-11T07:59:59.999'} | ${'SCHEDULED'} | ${'2026-05-12'} | ${'a thousandth before'}
  ${'2026-05-11T08:00:00'}     | ${'EXPRESS'}   | ${'2026-05-11'} | ${'EXPRESS opens'}
  ${'2026-05-11T14:59:59.9'}   | ${'EXPRESS'}   | ${'2026-05-11'} | ${'the last moment'}
  ${'2026-05-11T15:00:00'}     | ${'SCHEDULED'} | ${'2026-05-12'} | ${'EXPRESS is over'}
  ${'2026-05-11T23:59:59.9'}   | ${'SCHEDULED'} | ${'2026-05-12'} | ${'tomorrow is still tomorrow'}
  ${'2026-05-12T00:00:00'}     | ${'SCHEDULED'} | ${'2026-05-13'} | ${'at midnight it is the day after'}
  ${'2026-05-15T15:00:00'}     | ${'SCHEDULED'} | ${'2026-05-18'} | ${'Friday afternoon: Monday'}
  ${'2026-05-16T10:00:00'}     | ${'SCHEDULED'} | ${'2026-05-18'} | ${'Saturday has no EXPRESS'}
  ${'2026-05-22T16:00:00'}     | ${'SCHEDULED'} | ${'2026-05-26'} | ${'Sunday is the holiday, Monday its substitute'}
  ${'2026-05-25T10:00:00'}     | ${'SCHEDULED'} | ${'2026-05-26'} | ${'a substitute holiday has no EXPRESS'}
  ${'2024-02-28T15:00:00'}     | ${'SCHEDULED'} | ${'2024-02-29'} | ${'29 February is a day like another'}
  ${'2024-02-29T10:00:00'}     | ${'EXPRESS'}   | ${'2024-02-29'} | ${'with EXPRESS'}
  ${'2024-02-29T15:00:00'}     | ${'SCHEDULED'} | ${'2024-03-04'} | ${'1 March is a holiday, then a weekend'}
  ${'2026-12-31T15:00:00'}     | ${'SCHEDULED'} | ${'2027-01-04'} | ${'over the end of the year'}
`('$now: $type on $date, $why', ({ now, type, date }: Record<string, string>) => {
  expect(scheduleFor(seoul(now ?? ''), calendar)).toEqual({ type, date });
});

test('a holiday that the operator added or withdrew counts at once', () => {
  const corrected = createCalendar({ overrides: { add: { '2026-05-12': '임시공휴일' }, remove: ['2026-05-25'] } });
  expect(scheduleFor(seoul('2026-05-11T15:00:00'), corrected)).toEqual({ type: 'SCHEDULED', date: '2026-05-13' });
  expect(scheduleFor(seoul('2026-05-12T10:00:00'), corrected)).toEqual({ type: 'SCHEDULED', date: '2026-05-13' });
  expect(scheduleFor(seoul('2026-05-22T16:00:00'), corrected)).toEqual({ type: 'SCHEDULED', date: '2026-05-25' });
  expect(scheduleFor(seoul('2026-05-25T10:00:00'), corrected)).toEqual({ type: 'EXPRESS', date: '2026-05-25' });
});

// prettier-ignore
test.each`
  notBefore       | type           | date            | why
  ${'2026-05-11'} | ${'EXPRESS'}   | ${'2026-05-11'} | ${'today is not before today'}
  ${'2026-05-08'} | ${'EXPRESS'}   | ${'2026-05-11'} | ${'that day is over'}
  ${'2026-05-12'} | ${'SCHEDULED'} | ${'2026-05-12'} | ${'today was refused'}
  ${'2026-05-14'} | ${'SCHEDULED'} | ${'2026-05-14'} | ${'so were the days after'}
  ${'2026-05-16'} | ${'SCHEDULED'} | ${'2026-05-18'} | ${'a Saturday is no day for payouts'}
`('refused before $notBefore: $type on $date, $why', ({ notBefore, type, date }: Record<string, string>) => {
  expect(scheduleFor(seoul('2026-05-11T10:00:00'), calendar, notBefore)).toEqual({ type, date });
});

test('a day of a year whose holidays nobody knows is not guessed', () => {
  const last = knownYears().at(-1) ?? '';
  expect(() => scheduleFor(seoul(`${last}-12-31T15:00:00`), calendar)).toThrow('are not known');
});

// prettier-ignore
test.each([
  ['2026-05-11T08:00:00', '2026-05-12T09:00:00', 'tomorrow, though today has not come so far'],
  ['2026-05-15T15:00:00', '2026-05-18T09:00:00', 'over a weekend'],
  ['2026-05-22T16:00:00', '2026-05-26T09:00:00', 'over a holiday'],
])('after %s the next dispatch is at %s: %s', (now, next) => {
  expect(nextDispatch({ calendar, dispatchAt: '09:00:00' }, seoul(now))).toEqual(seoul(next));
});
