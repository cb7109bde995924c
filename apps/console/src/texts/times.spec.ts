import { dayInKorea, daysAfter, inKorea, spanBetween } from './times.js';

test('an instant is shown on the clocks of Korea, whatever the clock of the machine says', () => {
  expect(inKorea(new Date('2026-05-18T15:00:00Z'))).toBe('2026-05-19 00:00');
  expect(inKorea(new Date('2026-05-18T14:59:59Z'), { seconds: true })).toBe('2026-05-18 23:59:59');
  expect(dayInKorea(new Date('2026-12-31T15:00:00Z'))).toBe('2027-01-01');
  expect(daysAfter('2026-02-28', 1)).toBe('2026-03-01');
});

test.each([
  [59, { unit: 'minute', count: 59 }],
  [60, { unit: 'hour', count: 1 }],
  [-90, { unit: 'hour', count: -1 }],
  [48 * 60, { unit: 'day', count: 2 }],
])('%i minutes are %j', (minutes, span) => {
  const from = new Date('2026-05-01T00:00:00Z');
  expect(spanBetween(from, new Date(from.getTime() + minutes * 60_000))).toEqual(span);
});
