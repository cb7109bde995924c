import fc from 'fast-check';
import {
  addDays,
  CalendarYearUnknown,
  createCalendar,
  type DateText,
  daysBetween,
  InvalidDate,
  weekdayOf,
} from './index.js';

const calendar = createCalendar();
const datesOf = (year: string): DateText[] =>
  Array.from({ length: daysBetween(`${year}-01-01`, `${year}-12-31`) + 1 }, (_, day) => addDays(`${year}-01-01`, day));
const isRestDay = (date: DateText): boolean => ['SAT', 'SUN'].includes(weekdayOf(date));

describe('business days', () => {
  // prettier-ignore
  test.each([
    // date        weekday  open?  why
    ['2026-01-01', 'THU', false, '1월 1일'],
    ['2026-02-13', 'FRI', true,  undefined],
    ['2026-02-16', 'MON', false, '설날 전날'],
    ['2026-02-17', 'TUE', false, '설날'],
    ['2026-02-18', 'WED', false, '설날 다음 날'],
    ['2026-02-19', 'THU', true,  undefined],
    ['2026-03-01', 'SUN', false, '3ㆍ1절'],
    ['2026-03-02', 'MON', false, '대체공휴일(3ㆍ1절)'],
    ['2026-03-03', 'TUE', true,  undefined],
    ['2026-05-01', 'FRI', false, '노동절'],            // a public holiday from 2026
    ['2026-05-05', 'TUE', false, '어린이날'],
    ['2026-05-24', 'SUN', false, '부처님 오신 날'],
    ['2026-05-25', 'MON', false, '대체공휴일(부처님 오신 날)'],
    ['2026-06-03', 'WED', false, '전국동시지방선거'],
    ['2026-06-06', 'SAT', false, '현충일'],            // Memorial Day has no substitute:
    ['2026-06-08', 'MON', true,  undefined],
    ['2026-07-17', 'FRI', false, '제헌절'],            // again a public holiday from 2026
    ['2026-08-15', 'SAT', false, '광복절'],
    ['2026-08-17', 'MON', false, '대체공휴일(광복절)'],
    ['2026-09-23', 'WED', true,  undefined],
    ['2026-09-24', 'THU', false, '추석 전날'],
    ['2026-09-25', 'FRI', false, '추석'],
    ['2026-09-26', 'SAT', false, '추석 다음 날'],       // Chuseok is substituted for a Sunday, not for a Saturday:
    ['2026-09-28', 'MON', true,  undefined],
    ['2026-10-03', 'SAT', false, '개천절'],
    ['2026-10-05', 'MON', false, '대체공휴일(개천절)'],
    ['2026-10-09', 'FRI', false, '한글날'],
    ['2026-12-25', 'FRI', false, '기독탄신일'],
    ['2026-12-26', 'SAT', false, undefined],
    ['2026-12-31', 'THU', true,  undefined],
    ['2025-05-05', 'MON', false, '어린이날, 부처님 오신 날'], // two holidays on one day
    ['2025-05-01', 'THU', true,  undefined],          // before 2026 Labour Day is not in the data
    ['2027-02-09', 'TUE', false, '대체공휴일(설날)'],
  ])('%s, a %s: business day %s (%s)', (date, weekday, isOpen, name) => {
    expect(weekdayOf(date)).toBe(weekday);
    expect(calendar.isBusinessDay(date)).toBe(isOpen);
    expect(calendar.holidayName(date)).toBe(name);
  });

  test.each([
    ['2026', ['2026-03-02', '2026-05-25', '2026-08-17', '2026-10-05']],
    ['2027', ['2027-02-09', '2027-05-03', '2027-07-19', '2027-08-16', '2027-10-04', '2027-10-11', '2027-12-27']],
  ])('the substitute holidays of %s are those that the law gives', (year, expected) => {
    const isSubstitute = (date: DateText) => calendar.holidayName(date)?.startsWith('대체공휴일') === true;
    expect(datesOf(year).filter(isSubstitute)).toEqual(expected);
    expect(substitutesByLaw(year, isSubstitute)).toEqual(expected);
  });

  test('2026 has 245 business days, counted by hand: 261 weekdays less 16 holidays on them', () => {
    const weekdays = datesOf('2026').filter((date) => !isRestDay(date));
    expect(weekdays).toHaveLength(261);
    expect(weekdays.filter((date) => calendar.holidayName(date) !== undefined)).toHaveLength(16);
    expect(weekdays.filter(calendar.isBusinessDay)).toHaveLength(245);
  });
});

/** Regulations on Public Holidays, article 3, applied to the fixed holidays of a year. */
function substitutesByLaw(year: string, isSubstitute: (date: DateText) => boolean): DateText[] {
  const holidays = datesOf(year).filter((date) => calendar.holidayName(date) !== undefined && !isSubstitute(date));
  const never = /^(1월 1일|현충일|.*선거.*|임시공휴일.*)$/;
  const forSundayOnly = /^(설날|추석)/;
  const taken = new Set(holidays);
  const substitutes: DateText[] = [];
  for (const date of holidays) {
    const name = calendar.holidayName(date) ?? '';
    const isDue = forSundayOnly.test(name) ? weekdayOf(date) === 'SUN' : isRestDay(date) && !never.test(name);
    if (!isDue) continue;
    let day = date;
    while (isRestDay(day) || taken.has(day)) day = addDays(day, 1);
    taken.add(day);
    substitutes.push(day);
  }
  return substitutes;
}

describe('moving by business days', () => {
  // prettier-ignore
  test.each([
    // date          n  expected      why
    ['2026-02-13',   1, '2026-02-19'], // Friday, over the weekend and Seollal
    ['2026-02-19',  -1, '2026-02-13'],
    ['2026-02-14',   0, '2026-02-14'], // a Saturday stays
    ['2026-02-14',   1, '2026-02-19'],
    ['2026-02-14',  -1, '2026-02-13'],
    ['2026-02-27',   1, '2026-03-03'], // month end, 1 March on a Sunday and its substitute
    ['2026-04-30',   1, '2026-05-04'],
    ['2026-04-30',   2, '2026-05-06'],
    ['2026-09-23',   2, '2026-09-29'],
    ['2026-10-02',   1, '2026-10-06'],
    ['2026-12-31',   1, '2027-01-04'], // year end: New Year on a Friday
    ['2027-01-04',  -1, '2026-12-31'],
    ['2024-02-28',   1, '2024-02-29'], // leap day
    ['2024-02-29',   1, '2024-03-04'],
  ])('%s and %i business days is %s', (date, n, expected) => {
    expect(calendar.addBusinessDays(date, n)).toBe(expected);
  });

  // prettier-ignore
  test.each([
    // date        before        after
    ['2026-02-19', '2026-02-19', '2026-02-19'],
    ['2026-02-14', '2026-02-13', '2026-02-19'],
    ['2026-02-18', '2026-02-13', '2026-02-19'],
    ['2026-05-25', '2026-05-22', '2026-05-26'],
    ['2026-06-03', '2026-06-02', '2026-06-04'],
    ['2027-01-01', '2026-12-31', '2027-01-04'],
  ])('%s stands between the business days %s and %s', (date, before, after) => {
    expect(calendar.previousBusinessDay(date)).toBe(before);
    expect(calendar.nextBusinessDay(date)).toBe(after);
  });

  const days = fc
    .integer({ min: 0, max: daysBetween('2019-01-01', '2026-12-31') })
    .map((n) => addDays('2019-01-01', n));

  test('n business days later, exactly n business days have passed', () => {
    fc.assert(
      fc.property(days, fc.integer({ min: 1, max: 60 }), (date, n) => {
        const later = calendar.addBusinessDays(date, n);
        const passed = Array.from({ length: daysBetween(date, later) }, (_, day) => addDays(date, day + 1));
        expect(calendar.isBusinessDay(later)).toBe(true);
        expect(passed.filter(calendar.isBusinessDay)).toHaveLength(n);
        expect(calendar.addBusinessDays(later, -n)).toBe(calendar.previousBusinessDay(date));
      }),
    );
  });

  test('a fraction of a business day is refused', () => {
    const refusal = new RangeError('Business days are counted in whole numbers, not 1.5');
    expect(() => calendar.addBusinessDays('2026-01-02', 1.5)).toThrow(refusal);
  });
});

describe('the limits of the data', () => {
  // prettier-ignore
  test.each<[string, () => unknown, string]>([
    ['a day after the last year',      () => calendar.isBusinessDay('2028-01-03'),        '2028'],
    ['a Saturday after the last year', () => calendar.isBusinessDay('2028-01-01'),        '2028'],
    ['a name before the first year',   () => calendar.holidayName('2017-12-25'),          '2017'],
    ['walking out of the last year',   () => calendar.addBusinessDays('2027-12-31', 1),   '2028'],
    ['walking out of the first year',  () => calendar.addBusinessDays('2018-01-02', -1),  '2017'],
    ['walking very far',               () => calendar.addBusinessDays('2026-01-02', 1e9), '2028'],
    ['the day before the first',       () => calendar.previousBusinessDay('2018-01-01'),  '2017'],
    ['an override in an unknown year', () => createCalendar({ overrides: { add: { '2028-01-03': '임시공휴일' } } }), '2028'],
  ])('%s is refused, naming the year', (_, ask, year) => {
    expect(ask).toThrow(CalendarYearUnknown);
    expect(ask).toThrow(`The public holidays of ${year} are not known`);
  });

  test('an unknown year is logged under its own name', () => {
    expect(String(new CalendarYearUnknown('2028'))).toMatch(/^CalendarYearUnknown: The public holidays of 2028/);
  });

  test('text that is no date is refused', () => {
    expect(() => calendar.isBusinessDay('2026-02-30')).toThrow(InvalidDate);
    expect(() => calendar.holidayName('2026-02-30')).toThrow(InvalidDate);
    expect(() => createCalendar({ overrides: { add: { 'next monday': 'x' } } })).toThrow(InvalidDate);
  });
});

describe('overrides by the operator', () => {
  const corrected = createCalendar({
    overrides: {
      add: { '2026-02-19': '임시공휴일', '2025-05-01': '근로자의 날' },
      remove: ['2026-06-03', '2026-06-06'],
    },
  });

  test('an added holiday rests, a removed one works, a weekend stays a weekend', () => {
    expect(corrected.holidayName('2026-02-19')).toBe('임시공휴일');
    expect(corrected.addBusinessDays('2026-02-13', 1)).toBe('2026-02-20');
    expect(corrected.isBusinessDay('2025-05-01')).toBe(false);
    expect(corrected.isBusinessDay('2026-06-03')).toBe(true);
    expect(corrected.isBusinessDay('2026-06-06')).toBe(false);
  });

  test('another calendar is not touched by them', () => {
    expect(calendar.isBusinessDay('2026-02-19')).toBe(true);
    expect(createCalendar().isBusinessDay('2026-06-03')).toBe(false);
  });
});
