import {
  CalendarYearUnknown,
  createCalendar,
  FurtherHolidays,
  holidayHorizonDays,
  holidaysKnownUntil,
  knowFurtherHolidays,
  knownYears,
} from './index.js';

const whole = (year: number, count = 12): Record<string, string> =>
  Object.fromEntries(
    Array.from({ length: count }, (_, i) => [`${year}-${String(i + 1).padStart(2, '0')}-03`, '공휴일']),
  );
const after = (years: number): number => Number(knownYears().at(-1)) + years;

afterEach(() => knowFurtherHolidays({}));

test('a further year is known from then on, with its holidays, and moves the horizon', () => {
  const year = after(1);
  const before = createCalendar();
  expect(() => before.isBusinessDay(`${year}-01-03`)).toThrow(CalendarYearUnknown);
  const days = holidayHorizonDays('2026-11-23');
  knowFurtherHolidays(FurtherHolidays.parse(whole(year)));
  const calendar = createCalendar();
  expect(calendar.isBusinessDay(`${year}-01-03`)).toBe(false);
  expect(calendar.holidayName(`${year}-01-03`)).toBe('공휴일');
  expect(() => calendar.isBusinessDay(`${year + 1}-01-03`)).toThrow(CalendarYearUnknown);
  expect(holidaysKnownUntil()).toBe(`${year}-12-31`);
  expect(holidayHorizonDays('2026-11-23') - days).toBeGreaterThanOrEqual(365);
  // A calendar that was created before does not take the year's holidays for business days.
  expect(() => before.isBusinessDay(`${year}-01-03`)).toThrow(CalendarYearUnknown);
});

test('a published year stays as published', () => {
  knowFurtherHolidays({ '2026-12-24': '휴일' });
  expect(createCalendar().isBusinessDay('2026-12-24')).toBe(true);
});

// prettier-ignore
test.each<[string, Record<string, string>, boolean]>([
  ['nothing',                    {},                                        true],
  ['the next year',              whole(after(1)),                           true],
  ['the next two years',         { ...whole(after(1)), ...whole(after(2)) }, true],
  ['ten holidays of a year',     whole(after(1), 10),                       true],
  ['nine holidays of a year',    whole(after(1), 9),                        false],
  ['a year after a gap',         whole(after(2)),                           false],
  ['a part of a published year', { '2026-12-24': '휴일' },                   true],
  ['a date that does not exist', { ...whole(after(1)), '2028-02-30': '휴일' }, false],
  ['a holiday without a name',   { ...whole(after(1)), [`${after(1)}-05-05`]: '' }, false],
])('%s is taken: %j', (_, further, isTaken) => {
  expect(FurtherHolidays.safeParse(further).success).toBe(isTaken);
});
