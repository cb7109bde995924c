import { createCalendar, isWithinExpressHours } from './index.js';

const calendar = createCalendar();

// prettier-ignore
test.each([
  ['2026-02-13T07:59:59.999+09:00', false, 'a moment before opening'],
  ['2026-02-13T08:00:00.000+09:00', true,  'opening'],
  ['2026-02-13T14:59:59.999+09:00', true,  'the last moment'],
  ['2026-02-13T15:00:00.000+09:00', false, 'closing'],
  ['2026-02-12T23:00:00.000Z',      true,  '08:00 in Seoul, still the day before in UTC'],
  ['2026-02-12T15:00:00.000Z',      false, 'midnight in Seoul'],
  ['2026-02-14T10:00:00.000+09:00', false, 'a Saturday'],
  ['2026-02-17T10:00:00.000+09:00', false, 'Seollal'],
  ['2026-03-02T10:00:00.000+09:00', false, 'a substitute holiday'],
])('%s: EXPRESS %s (%s)', (instant, isOpen) => {
  expect(isWithinExpressHours(new Date(instant), calendar)).toBe(isOpen);
});
