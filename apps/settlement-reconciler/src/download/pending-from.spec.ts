import fc from 'fast-check';
import { addDays } from '@jeongsan/calendar';
import { pendingFrom } from './pending-from.js';

// prettier-ignore
test.each([
  // occurred     paid out      days  pending from
  ['2026-11-20', '2026-11-27', 2,    '2026-11-25'],
  ['2026-11-20', '2026-11-22', 2,    '2026-11-21'], // not before the row exists
  ['2026-11-20', '2026-11-21', 2,    '2026-11-21'],
  ['2026-11-20', '2026-11-20', 2,    '2026-11-20'], // paid out at once: never later than available
  ['2026-11-20', '2026-11-27', 0,    '2026-11-27'],
  ['2026-12-30', '2027-01-04', 2,    '2027-01-02'],
] as const)('paid on %s, paid out on %s, announced %i days before: pending from %s', (occurredOn, paidOutDate, days, from) => {
  expect(pendingFrom({ occurredOn, paidOutDate }, days)).toBe(from);
});

test('pending never begins after the money is available', () => {
  fc.assert(
    fc.property(fc.nat(60), fc.nat(30), (lag, days) => {
      const paidOutDate = addDays('2026-11-20', lag);
      return pendingFrom({ occurredOn: '2026-11-20', paidOutDate }, days) <= paidOutDate;
    }),
  );
});
