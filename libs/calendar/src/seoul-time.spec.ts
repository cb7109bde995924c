import fc from 'fast-check';
import { businessDateOf, instantAt, InvalidDate, seoulIso, seoulTimeOf } from './index.js';

// The runtime's own time zone data is the independent second opinion.
const seoul = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Seoul', dateStyle: 'short', timeStyle: 'medium' });
const instants = fc.date({
  min: new Date('1989-01-01T00:00:00Z'),
  max: new Date('2099-12-31T00:00:00Z'),
  noInvalidDate: true,
});

describe('time in Seoul', () => {
  test('date and time of day agree with the time zone data at any instant', () => {
    fc.assert(
      fc.property(instants, (instant) => {
        expect(`${businessDateOf(instant)} ${seoulTimeOf(instant)}`).toBe(seoul.format(instant));
      }),
    );
  });

  test('an instant is found again from its date and time, to the second', () => {
    fc.assert(
      fc.property(instants, (instant) => {
        const wholeSeconds = Math.floor(instant.getTime() / 1000) * 1000;
        expect(instantAt(businessDateOf(instant), seoulTimeOf(instant)).getTime()).toBe(wholeSeconds);
        expect(new Date(seoulIso(instant)).getTime()).toBe(wholeSeconds);
      }),
    );
  });

  // prettier-ignore
  test.each([
    ['2026-01-01T14:59:59.999Z', '2026-01-01', '2026-01-01T23:59:59+09:00'],
    ['2026-01-01T15:00:00.000Z', '2026-01-02', '2026-01-02T00:00:00+09:00'],
    ['2025-12-31T15:00:00.000Z', '2026-01-01', '2026-01-01T00:00:00+09:00'],
    ['2028-02-28T15:30:00.123Z', '2028-02-29', '2028-02-29T00:30:00+09:00'],
  ])('%s is the business date %s, printed %s', (instant, date, iso) => {
    expect(businessDateOf(new Date(instant))).toBe(date);
    expect(seoulIso(new Date(instant))).toBe(iso);
  });

  // prettier-ignore
  test.each([
    ['2026-02-30', '00:00:00'], ['2026-01-01', '24:00:00'], ['2026-01-01', '23:59:60'], ['2026-01-01', '8:00:00'],
    ['2026-01-01', '08:00'], ['2026-01-01', ''], ['', '08:00:00'], ['2026-01-01', ' 08:00:00'], ['2026-01-01', '08:00:00.5'],
  ])('%j at %j is refused', (date, time) => {
    expect(() => instantAt(date, time)).toThrow(InvalidDate);
  });

  test('a refused time is shown with its date', () => {
    expect(() => instantAt('2026-01-01', '24:00:00')).toThrow('"2026-01-01 24:00:00" is not a date');
  });

  // prettier-ignore
  test.each([
    ['+010000-01-01T00:00:00Z', '+010000-01'],
    ['-000001-12-31T00:00:00Z', '-000001-12'],
  ])('%s has years of other than four digits: its business date is the text %s, which nothing accepts', (instant, text) => {
    expect(businessDateOf(new Date(instant))).toBe(text);
    expect(() => instantAt(text, '00:00:00')).toThrow(InvalidDate);
  });
});
