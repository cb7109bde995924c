import { addDays, createCalendar, monthEndOf, weekdayOf } from '@jeongsan/calendar';
import fc from 'fast-check';
import { settledAmounts, settledDates } from './settlement-arithmetic.js';

// prettier-ignore
test.each([
  // amount,   fee,    supply,  vat,    pay out
  [50_000n,    860n,   782n,    78n,    49_140n],
  [-99_800n,   -2_250n, -2_045n, -205n, -97_550n],
  [10_000n,    0n,     0n,      0n,     10_000n],
  [1_000n,     5n,     5n,      0n,     995n],
  [1_000n,     6n,     5n,      1n,     994n],
])('%d with a fee of %d settles to supply %d, vat %d, pay out %d', (amount, fee, supplyAmount, vat, payOutAmount) => {
  expect(settledAmounts(amount, fee)).toEqual({ amount, fee, supplyAmount, vat, payOutAmount });
});

const calendar = createCalendar();
// 2026-03-01 is a Sunday and a holiday, which Monday the 2nd stands in for.
// prettier-ignore
test.each([
  // date,        cycle,     lag, sold,         pending from, paid out
  ['2026-03-04', 'DAILY',   2,   '2026-03-04', '2026-03-05', '2026-03-06'],
  ['2026-03-06', 'DAILY',   2,   '2026-03-06', '2026-03-08', '2026-03-10'],
  ['2026-02-27', 'DAILY',   1,   '2026-02-27', '2026-03-01', '2026-03-03'],
  ['2026-02-28', 'DAILY',   2,   '2026-02-28', '2026-03-02', '2026-03-04'],
  ['2026-03-04', 'DAILY',   1,   '2026-03-04', '2026-03-05', '2026-03-05'],
  ['2026-03-04', 'DAILY',   0,   '2026-03-04', '2026-03-04', '2026-03-04'],
  ['2026-03-04', 'WEEKLY',  2,   '2026-03-08', '2026-03-08', '2026-03-10'],
  ['2026-03-08', 'WEEKLY',  2,   '2026-03-08', '2026-03-09', '2026-03-10'],
  ['2026-03-09', 'WEEKLY',  2,   '2026-03-15', '2026-03-15', '2026-03-17'],
  ['2026-02-03', 'MONTHLY', 5,   '2026-02-28', '2026-03-07', '2026-03-09'],
] as const)('a payment of %s settled %s with %d days is sold %s, pending from %s, paid out %s',
  (date, settlementCycle, payoutLagBusinessDays, soldDate, pendingFrom, paidOutDate) => {
    expect(settledDates(date, { settlementCycle, payoutLagBusinessDays }, calendar)).toEqual({ soldDate, pendingFrom, paidOutDate });
  });

test('whatever the day, the cycle and the lag: sold by its base day, paid out on a business day, pending in between', () => {
  const day = fc.integer({ min: 0, max: 364 }).map((days) => addDays('2026-01-01', days));
  const cycle = fc.constantFrom('DAILY', 'WEEKLY', 'MONTHLY');
  fc.assert(
    fc.property(day, cycle, fc.integer({ min: 0, max: 10 }), (date, settlementCycle, payoutLagBusinessDays) => {
      const { soldDate, pendingFrom, paidOutDate } = settledDates(
        date,
        { settlementCycle, payoutLagBusinessDays },
        calendar,
      );
      expect(soldDate >= date && soldDate <= paidOutDate && pendingFrom <= paidOutDate && pendingFrom >= date).toBe(
        true,
      );
      if (settlementCycle === 'WEEKLY')
        expect([weekdayOf(soldDate), soldDate <= addDays(date, 6)]).toEqual(['SUN', true]);
      if (settlementCycle === 'MONTHLY') expect(soldDate).toBe(monthEndOf(date));
      if (payoutLagBusinessDays > 0) expect(calendar.isBusinessDay(paidOutDate)).toBe(true);
    }),
    { numRuns: 1_000, seed: 20_260_304 },
  );
});
