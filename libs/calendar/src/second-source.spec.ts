import {
  addDays,
  CalendarYearUnknown,
  createCalendar,
  type DateText,
  daysBetween,
  knownYears,
  weekdayOf,
} from './index.js';

/*
 * The second source for holidays. Compares the published data (@hyunbinseo/holidays-kr, from the official gazette) with the
 * rules of law, written by hand from the Regulations on Public Holidays of Government Offices (관공서의 공휴일에 관한 규정), articles 2 and
 * 3, with lunar dates as computed by ICU, and with days that the government set by decision.
 */

/** Article 2: the days of the solar calendar, with the first year in which each counts. */
// prettier-ignore
const FIXED_DAYS: readonly (readonly [monthDay: string, name: string, from: string, substitute: Substitute])[] = [
  ['01-01', '1월 1일',    '2024', 'never'],
  ['03-01', '3ㆍ1절',     '2024', 'for a weekend'],
  ['05-01', '노동절',     '2026', 'for a weekend'],   // a public holiday from 2026
  ['05-05', '어린이날',   '2024', 'for a weekend'],
  ['06-06', '현충일',     '2024', 'never'],
  ['07-17', '제헌절',     '2026', 'for a weekend'],   // again a public holiday from 2026
  ['08-15', '광복절',     '2024', 'for a weekend'],
  ['10-03', '개천절',     '2024', 'for a weekend'],
  ['10-09', '한글날',     '2024', 'for a weekend'],
  ['12-25', '기독탄신일', '2024', 'for a weekend'],
];

/** Days of the lunar calendar, read off the almanac of the Korea Astronomy and Space Science Institute. */
// prettier-ignore
const LUNAR_DAYS = [
  // year   Seollal (1.1)  Buddha's Birthday (4.8)  Chuseok (8.15)
  ['2024', '2024-02-10',   '2024-05-15',            '2024-09-17'],
  ['2025', '2025-01-29',   '2025-05-05',            '2025-10-06'],
  ['2026', '2026-02-17',   '2026-05-24',            '2026-09-25'],
  ['2027', '2027-02-07',   '2027-05-13',            '2027-09-15'],
] as const;

/** Article 2, numbers 10-2 and 11: elections that end a term, and days the government chose. */
// prettier-ignore
const DECIDED_DAYS: Readonly<Record<DateText, string>> = {
  '2024-04-10': '제22대국회의원선거',        // Public Official Election Act, article 34
  '2024-10-01': '임시공휴일',               // Armed Forces Day, by decision of 3 September 2024
  '2025-01-27': '임시공휴일',               // between a weekend and Seollal, by decision of 14 January 2025
  '2025-06-03': '임시공휴일(대통령선거)',     // an early election, so by decision and not by article 34
  '2026-06-03': '전국동시지방선거',          // article 34
};

/** Article 3: when a holiday gets a substitute. A day on which two holidays meet counts like a weekend. */
type Substitute = 'never' | 'for a Sunday' | 'for a weekend';
type Holiday = { date: DateText; name: string; substitute: Substitute };

const isSunday = (date: DateText) => weekdayOf(date) === 'SUN';
const isWeekend = (date: DateText) => isSunday(date) || weekdayOf(date) === 'SAT';

function holidaysByLaw(year: string): Map<DateText, string> {
  const [, seollal, buddha, chuseok] = LUNAR_DAYS.find(([y]) => y === year) ?? LUNAR_DAYS[0];
  const threeDays = (day: DateText, name: string): Holiday[] =>
    [-1, 0, 1].map((n, i) => ({
      date: addDays(day, n),
      name: [`${name} 전날`, name, `${name} 다음 날`][i] ?? name,
      substitute: 'for a Sunday',
    }));
  const holidays: Holiday[] = [
    ...FIXED_DAYS.filter(([, , from]) => year >= from).map(([monthDay, name, , substitute]) => ({
      date: `${year}-${monthDay}`,
      name,
      substitute,
    })),
    ...threeDays(seollal, '설날'),
    { date: buddha, name: '부처님 오신 날', substitute: 'for a weekend' },
    ...threeDays(chuseok, '추석'),
    ...Object.entries(DECIDED_DAYS)
      .filter(([date]) => date.startsWith(year))
      .map(([date, name]): Holiday => ({ date, name, substitute: 'never' })),
  ];
  holidays.sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
  const named = new Map<DateText, string>();
  const meeting: Holiday[] = [];
  for (const holiday of holidays) {
    const other = named.get(holiday.date);
    named.set(holiday.date, other === undefined ? holiday.name : `${other}, ${holiday.name}`);
    if (other !== undefined) meeting.push(holiday);
  }
  const isDue = (holiday: Holiday): boolean =>
    holiday.substitute !== 'never' &&
    (meeting.includes(holiday) ||
      (holiday.substitute === 'for a Sunday' ? isSunday(holiday.date) : isWeekend(holiday.date)));
  for (const holiday of holidays.filter(isDue)) {
    let day = addDays(holiday.date, 1);
    while (isWeekend(day) || named.has(day)) day = addDays(day, 1);
    named.set(day, `대체공휴일(${holiday.name.replace(/ (전날|다음 날)$/, '')})`);
  }
  return named;
}

/** The differences between the two sources, with reasons. Whoever adds a year must explain each new difference here. */
const EXPLAINED: Readonly<Record<DateText, string>> = {};

const calendar = createCalendar();
const years = LUNAR_DAYS.map(([year]) => year);

describe.each(years)('%s against the second source', (year) => {
  const days = Array.from({ length: daysBetween(`${year}-01-01`, `${year}-12-31`) + 1 }, (_, n) =>
    addDays(`${year}-01-01`, n),
  );
  const law = holidaysByLaw(year);

  test('every day is a holiday in both or in neither, under the same name', () => {
    const differing = days
      .filter((day) => calendar.holidayName(day) !== law.get(day))
      .map((day) => `${day}: published ${calendar.holidayName(day)}, by law ${law.get(day)}`);
    expect(differing.filter((text) => !(text.slice(0, 10) in EXPLAINED))).toEqual([]);
    expect(Object.keys(EXPLAINED).filter((day) => day.startsWith(year))).toHaveLength(differing.length);
  });

  test('the lunar days are those that ICU computes', () => {
    const lunar = new Intl.DateTimeFormat('en-u-ca-dangi', {
      timeZone: 'Asia/Seoul',
      month: 'numeric',
      day: 'numeric',
    });
    const on = (monthDay: string) => days.filter((day) => lunar.format(new Date(`${day}T12:00:00+09:00`)) === monthDay);
    expect([year, ...on('1/1'), ...on('4/8'), ...on('8/15')]).toEqual(LUNAR_DAYS.find(([y]) => y === year));
  });

  test('business days are the days that are neither weekend nor holiday by law', () => {
    expect(days.filter(calendar.isBusinessDay)).toEqual(days.filter((day) => !isWeekend(day) && !law.has(day)));
  });
});

test('the second source covers the years in which payouts are decided; the year after the data is refused', () => {
  expect(knownYears().filter((year) => year >= '2024')).toEqual(years);
  expect(() => calendar.isBusinessDay('2028-01-03')).toThrow(CalendarYearUnknown);
});
