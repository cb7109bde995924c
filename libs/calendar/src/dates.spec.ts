import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { addDays, DateText, daysBetween, InvalidDate, monthEndOf, WEEKDAYS, weekdayOf } from './index.js';

// Temporal is the independent second opinion on the arithmetic.
const anyDay = fc.integer({ min: -700_000, max: 2_900_000 });
const dateOf = (day: number): Temporal.PlainDate => Temporal.PlainDate.from('1970-01-01').add({ days: day });

describe('dates', () => {
  test('adding, counting, weekdays and month ends agree with Temporal on any date', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: -1000, max: 1000 }), (day, n) => {
        const date = dateOf(day);
        const text = date.toString();
        expect(addDays(text, n)).toBe(date.add({ days: n }).toString());
        expect(daysBetween(text, addDays(text, n))).toBe(n);
        expect(weekdayOf(text)).toBe(WEEKDAYS[date.dayOfWeek - 1]);
        expect(monthEndOf(text)).toBe(date.with({ day: date.daysInMonth }).toString());
      }),
    );
  });

  // prettier-ignore
  test.each([
    ['2026-12-31',   1, '2027-01-01'],
    ['2027-01-01',  -1, '2026-12-31'],
    ['2028-02-28',   1, '2028-02-29'],
    ['2028-02-29', 366, '2029-03-01'],
    ['2026-02-28',   1, '2026-03-01'],
    ['2026-03-31',   0, '2026-03-31'],
  ])('%s and %i days is %s', (date, n, expected) => {
    expect(addDays(date, n)).toBe(expected);
  });

  // prettier-ignore
  test.each([
    '2026-02-29', '2026-02-30', '2026-13-01', '2026-00-10', '2026-01-00', '2026-1-1', '20260101', '2026-01-01T00:00:00',
    ' 2026-01-01', '2026-01-01 ', '26-01-01', '12026-01-01', '2026-01-0１', '', 'today',
  ])('%j is no date, for the functions and for the schema', (text) => {
    expect(() => addDays(text, 1)).toThrow(InvalidDate);
    expect(() => weekdayOf(text)).toThrow(InvalidDate);
    expect(() => monthEndOf(text)).toThrow(InvalidDate);
    expect(DateText.safeParse(text).success).toBe(false);
  });

  test('the refusal shows the text, cut to a readable length', () => {
    expect(String(new InvalidDate('2026-02-30'))).toBe(
      'InvalidDate: "2026-02-30" is not a date in the form yyyy-MM-dd',
    );
    expect(() => addDays('x'.repeat(1000), 1)).toThrow(`"${'x'.repeat(40)}" is not a date in the form yyyy-MM-dd`);
  });

  test('a fraction of a day and a date after the year 9999 are refused', () => {
    expect(() => addDays('2026-01-01', 0.5)).toThrow(new RangeError('Days are counted in whole numbers, not 20454.5'));
    expect(() => addDays('2026-01-01', Number.NaN)).toThrow(RangeError);
    expect(() => addDays('9999-12-31', 1)).toThrow(InvalidDate);
  });

  test('asking for more dates than are remembered changes no answer', () => {
    for (let day = 0; day < 50_000; day += 1) addDays('1900-01-01', day);
    expect(addDays('1900-01-01', 49_999)).toBe('2036-11-22');
    expect(daysBetween('1900-01-01', '2036-11-22')).toBe(49_999);
  });
});
