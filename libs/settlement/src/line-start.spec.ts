import { createCalendar, type DateText } from '@jeongsan/calendar';
import * as fc from 'fast-check';
import {
  autoConfirmation,
  type LineEvents,
  plainTerms,
  settlementDates,
  StartEvent,
  termsInForce,
  trancheDates,
  waitsFrom,
} from './index.js';

const calendar = createCalendar();
const seoul = (text: string | null): Date | null => (text === null ? null : new Date(`2026-05-${text}:00+09:00`));
const { PAID, DELIVERED, CONFIRMED } = StartEvent.enum;

// prettier-ignore
test.each<[StartEvent, string, string | null, string | null, string | null, DateText | null, string]>([
  // start    cutoff   paid        delivered   confirmed    waits from    because
  [PAID,      '00:00', '11T23:59', null,       null,       '2026-05-11', 'the whole day counts'],
  [PAID,      '18:00', '11T17:59', null,       null,       '2026-05-11', 'before the cut-off'],
  [PAID,      '18:00', '11T18:00', null,       null,       '2026-05-12', 'at the cut-off'],
  [PAID,      '00:00', '11T10:00', '13T10:00', '14T10:00', '2026-05-11', 'what happens later does not matter'],
  [DELIVERED, '00:00', '11T10:00', null,       null,       null,         'not delivered'],
  [DELIVERED, '00:00', '11T10:00', null,       '14T10:00', null,         'a confirmation is no delivery'],
  [DELIVERED, '18:00', '11T10:00', '13T19:00', null,       '2026-05-14', 'delivered after the cut-off'],
  [CONFIRMED, '00:00', '11T10:00', null,       null,       null,         'neither delivered nor confirmed'],
  [CONFIRMED, '00:00', '11T10:00', '13T10:00', null,       '2026-05-20', 'by itself, seven days after delivery'],
  [CONFIRMED, '09:00', '11T10:00', '13T10:00', null,       '2026-05-21', 'by itself at ten o\'clock, after the cut-off'],
  [CONFIRMED, '00:00', '11T10:00', '13T10:00', '15T10:00', '2026-05-15', 'the buyer was earlier'],
  [CONFIRMED, '00:00', '11T10:00', '13T10:00', '20T10:01', '2026-05-20', 'the buyer was later: it was confirmed already'],
  [CONFIRMED, '00:00', '11T10:00', null,       '12T10:00', '2026-05-12', 'confirmed without a delivery'],
])('%s, cut-off %s: paid %s, delivered %s, confirmed %s waits from %s: %s', (startEvent, cutoff, paid, delivered, confirmed, expected) => {
  const terms = plainTerms({ startEvent, cutoff });
  const deliveredAt = seoul(delivered);
  const autoConfirmsAt = deliveredAt && autoConfirmation(deliveredAt, terms);
  expect(waitsFrom(terms, { paidAt: seoul(paid), deliveredAt, autoConfirmsAt, confirmedAt: seoul(confirmed) })).toBe(expected);
});

// prettier-ignore
test.each<[string, DateText, [number, number, 'CALENDAR' | 'BUSINESS'][], DateText[], string]>([
  ['HOLIDAY_AFTER',  '2026-05-11', [[70_000, 2, 'BUSINESS'], [30_000, 30, 'CALENDAR']], ['2026-05-13', '2026-06-10'], 'most at once, the rest after a month'],
  ['HOLIDAY_AFTER',  '2026-02-12', [[70_000, 2, 'CALENDAR'], [30_000, 30, 'CALENDAR']], ['2026-02-19', '2026-03-16'], 'over Seollal; over a weekend'],
  ['HOLIDAY_BEFORE', '2026-02-12', [[70_000, 2, 'CALENDAR'], [30_000, 30, 'CALENDAR']], ['2026-02-13', '2026-03-13'], 'before them'],
  ['CALENDAR_DAY',   '2026-02-12', [[70_000, 2, 'CALENDAR'], [30_000, 30, 'CALENDAR']], ['2026-02-14', '2026-03-14'], 'on the day itself'],
  ['HOLIDAY_AFTER',  '2026-05-11', [[50_000, 9, 'BUSINESS'], [50_000, 3, 'BUSINESS']],  ['2026-05-22', '2026-05-14'], 'in the order of the terms, not of the days'],
])('%s from %s by %j matures on %j: %s', (datePolicy, start, parts, expected) => {
  const tranches = parts.map(([share, days, unit]) => ({ share, days, unit }));
  const terms = plainTerms({ datePolicy: datePolicy as 'HOLIDAY_AFTER', tranches });
  expect(trancheDates(terms, start, calendar)).toEqual(
    parts.map(([share], i) => ({ tranche: i + 1, share, maturesOn: expected[i] })),
  );
});

test('one more thing known never makes a line wait longer, so the order in which it becomes known does not matter', () => {
  const instants = fc.date({ min: new Date('2026-01-05'), max: new Date('2026-06-30'), noInvalidDate: true });
  const maybe = fc.option(instants, { nil: null });
  const cutoffs = fc.constantFrom('00:00', '12:00', '18:30');
  fc.assert(
    fc.property(
      fc.constantFrom(...StartEvent.options),
      cutoffs,
      instants,
      maybe,
      maybe,
      (startEvent, cutoff, paidAt, deliveredAt, confirmedAt) => {
        const terms = plainTerms({ startEvent, cutoff });
        const autoConfirmsAt = deliveredAt && autoConfirmation(deliveredAt, terms);
        const all: LineEvents = { paidAt, deliveredAt, autoConfirmsAt, confirmedAt };
        const end = waitsFrom(terms, all);
        for (const less of [
          { ...all, confirmedAt: null },
          { ...all, deliveredAt: null, autoConfirmsAt: null },
        ]) {
          const start = waitsFrom(terms, less);
          if (start !== null) expect(end !== null && end <= start).toBe(true);
        }
      },
    ),
  );
});

test('statements close by the terms in force on each date', () => {
  const versions = [
    { effectiveFrom: '2026-01-01', ...plainTerms({ cycle: 'WEEKLY:WED', datePolicy: 'HOLIDAY_AFTER' }) },
    {
      effectiveFrom: '2026-05-15',
      ...plainTerms({ cycle: 'MANUAL:2026-05-25,2026-07-01', datePolicy: 'HOLIDAY_AFTER' }),
    },
  ];
  const dates = ['2026-05-06', '2026-05-13', '2026-05-26', '2026-07-01']; // 25 May rests for Buddha's Birthday
  expect(settlementDates(versions, '2026-05-01', 9, calendar)).toEqual(dates);
  expect(settlementDates(versions, '2025-12-01', 1, calendar)).toEqual(['2026-01-07']);
  expect(settlementDates([], '2026-05-01', 9, calendar)).toEqual([]);
  expect(() => settlementDates(versions, '2027-12-01', 9, calendar)).toThrow(/2028/);
});

test('a closing date by hand is looked for some thirteen months ahead, and no further', () => {
  const by = (date: string) => [
    { effectiveFrom: '2025-01-01', ...plainTerms({ cycle: `MANUAL:${date}`, datePolicy: 'CALENDAR_DAY' }) },
  ];
  expect(settlementDates(by('2026-02-04'), '2025-01-01', 1, calendar)).toEqual(['2026-02-04']); // the 400th day
  expect(settlementDates(by('2026-02-05'), '2025-01-01', 1, calendar)).toEqual([]);
});

test('a version of terms is in force from its own date on', () => {
  const versions = [{ effectiveFrom: '2026-01-01' }, { effectiveFrom: '2026-05-15' }];
  expect(termsInForce(versions, '2025-12-31')).toBeUndefined();
  expect(termsInForce(versions, '2026-05-14')).toBe(versions[0]);
  expect(termsInForce(versions, '2026-05-15')).toBe(versions[1]);
});
