import fc from 'fast-check';
import { z } from 'zod';
import { addDays, type Cycle, cycleText, CycleText, InvalidCycle, parseCycle, WEEKDAYS } from './index.js';

const cycles: fc.Arbitrary<Cycle> = fc.oneof(
  fc.constant<Cycle>({ kind: 'DAILY' }),
  fc.uniqueArray(fc.constantFrom(...WEEKDAYS), { minLength: 1 }).map((days): Cycle => ({ kind: 'WEEKLY', days })),
  fc.uniqueArray(fc.integer({ min: 1, max: 31 }), { minLength: 1 }).map((days): Cycle => ({ kind: 'MONTHLY', days })),
  fc
    .uniqueArray(fc.integer({ min: 0, max: 3_000 }), { minLength: 1, maxLength: 60 })
    .map((days): Cycle => ({ kind: 'MANUAL', dates: days.map((day) => addDays('2024-01-01', day)) })),
);

const dates = (count: number): string =>
  Array.from({ length: count }, (_, day) => addDays('2026-01-01', day)).join(',');

describe('the text of a cycle', () => {
  // prettier-ignore
  test.each<[string, Cycle, string]>([
    ['DAILY',                              { kind: 'DAILY' },                                                                'DAILY'],
    ['WEEKLY:MON,THU',                     { kind: 'WEEKLY', days: ['MON', 'THU'] },                                         'WEEKLY:MON,THU'],
    ['WEEKLY:SUN,MON',                     { kind: 'WEEKLY', days: ['MON', 'SUN'] },                                         'WEEKLY:MON,SUN'],
    ['WEEKLY:MON,TUE,WED,THU,FRI,SAT,SUN', { kind: 'WEEKLY', days: ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'] },      'WEEKLY:MON,TUE,WED,THU,FRI,SAT,SUN'],
    ['MONTHLY:10,25',                      { kind: 'MONTHLY', days: [10, 25] },                                              'MONTHLY:10,25'],
    ['MONTHLY:25,9',                       { kind: 'MONTHLY', days: [9, 25] },                                               'MONTHLY:9,25'],
    ['MONTHLY:31',                         { kind: 'MONTHLY', days: [31] },                                                  'MONTHLY:31'],
    ['MANUAL:2026-05-04,2026-06-11',       { kind: 'MANUAL', dates: ['2026-05-04', '2026-06-11'] },                          'MANUAL:2026-05-04,2026-06-11'],
    ['MANUAL:2026-06-11,2026-05-04',       { kind: 'MANUAL', dates: ['2026-05-04', '2026-06-11'] },                          'MANUAL:2026-05-04,2026-06-11'],
    ['MANUAL:2024-02-29',                  { kind: 'MANUAL', dates: ['2024-02-29'] },                                        'MANUAL:2024-02-29'],
  ])('%s is read as %j and written %s', (text, cycle, canonical) => {
    expect(parseCycle(text)).toEqual(cycle);
    expect(CycleText.parse(text)).toEqual(cycle);
    expect(cycleText(cycle)).toBe(canonical);
  });

  // prettier-ignore
  test.each([
    '', 'daily', 'DAILY:', 'DAILY:MON', 'HOURLY', 'WEEKLY', 'WEEKLY:', 'WEEKLY:MOO', 'WEEKLY:mon', 'WEEKLY:MON,', 'WEEKLY:MON,MON',
    'WEEKLY:MON, THU', 'WEEKLY:10', 'WEEKLY:MON:THU', 'WEEKLY:MON:', 'MONTHLY', 'MONTHLY:0', 'MONTHLY:32', 'MONTHLY:010', 'MONTHLY:-1', 'MONTHLY:1.5',
    'MONTHLY:1,1', 'MONTHLY:MON', 'MONTHLY:10,32', 'WEEKLY:MON,MOO', 'WEEKLY:2026-05-04', 'HOURLY:2026-05-04', 'MANUAL:2026-05-04,2026-02-30', 'MONTHLY:1e1', 'MONTHLY:٣', ' DAILY', 'DAILY\n',
    'MANUAL', 'MANUAL:', 'MANUAL:2026-02-29', 'MANUAL:2026-02-30', 'MANUAL:2026-13-01', 'MANUAL:2026-00-10', 'MANUAL:2026-5-4', 'MANUAL:20260504',
    'MANUAL:2026-05-04,', 'MANUAL:2026-05-04,2026-05-04', 'MANUAL:2026-05-04T00:00', 'MANUAL:MON', 'MANUAL:-2026-05-04', `MANUAL:${dates(61)}`, `MONTHLY:${'1,'.repeat(100_000)}1`,
  ])('%j is refused', (text) => {
    expect(() => parseCycle(text)).toThrow(InvalidCycle);
    expect(CycleText.safeParse(text).success).toBe(false);
  });

  test('the refusal shows the text, cut to a readable length, and what to write instead', () => {
    expect(() => parseCycle('WEEKLY:MOO')).toThrow(
      '"WEEKLY:MOO" is not a cycle: write DAILY, WEEKLY:MON,THU, MONTHLY:10,31 or MANUAL:2026-05-04,2026-06-11',
    );
    expect(() => parseCycle('x'.repeat(1000))).toThrow(/^.{1,200}$/);
  });

  test('every cycle reads back from its text as the same days', () => {
    fc.assert(
      fc.property(cycles, (cycle) => {
        const text = cycleText(cycle);
        expect(cycleText(parseCycle(text))).toBe(text);
        expect(z.encode(CycleText, cycle)).toBe(text);
        const days = (value: Cycle) =>
          new Set<unknown>(value.kind === 'DAILY' ? [] : value.kind === 'MANUAL' ? value.dates : value.days);
        expect(days(CycleText.parse(text))).toEqual(days(cycle));
      }),
    );
  });

  test('sixty dates by hand are read, one more is refused', () => {
    expect(cycleText(parseCycle(`MANUAL:${dates(60)}`))).toBe(`MANUAL:${dates(60)}`);
    expect(() => parseCycle(`MANUAL:${dates(61)}`)).toThrow(InvalidCycle);
  });

  test('the published schema says which texts are worth sending, and no other characters around them', () => {
    expect(z.toJSONSchema(CycleText, { io: 'input' })).toMatchObject({
      type: 'string',
      pattern: String.raw`^(DAILY|WEEKLY:[A-Z,]+|MONTHLY:[\d,]+|MANUAL:[\d,-]+)$`,
    });
  });

  test('a day named twice is written once', () => {
    expect(cycleText({ kind: 'MONTHLY', days: [25, 10, 25] })).toBe('MONTHLY:10,25');
  });
});
