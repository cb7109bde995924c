import { forecastHeadroom, limitNotice, weeklyMost, weeklyUse, type CountedPayout } from './weekly-limit.js';

const LIMIT = 10_000_000n;
const seoul = (text: string): Date => new Date(`${text}+09:00`);
const NOW = seoul('2026-05-13T09:00:00'); // a Wednesday

const paid = (...list: readonly (readonly [string | null, bigint])[]): CountedPayout[] =>
  list.map(([at, amount]) => ({ amount, submittedAt: at === null ? null : seoul(at) }));

// prettier-ignore
test.each<[string, string, CountedPayout[], bigint, bigint]>([
  ['nothing was paid',                                 '2026-05-13T09:00:00', [],                                              0n,         0n],
  ['paid this Monday counts in both',                  '2026-05-13T09:00:00', paid(['2026-05-11T09:00:00', 4_000_000n]),       4_000_000n, 4_000_000n],
  ['paid last week counts for seven days only',        '2026-05-13T09:00:00', paid(['2026-05-08T09:00:00', 4_000_000n]),       4_000_000n, 0n],
  ['seven days later the request may still count',     '2026-05-18T09:00:00', paid(['2026-05-11T09:00:00', 4_000_000n]),       4_000_000n, 0n],
  ['an hour after that it does not',                   '2026-05-18T10:00:00', paid(['2026-05-11T09:00:00', 4_000_000n]),       0n,         0n],
  ['Sunday 23:59:59 is last week for the calendar',    '2026-05-11T00:00:00', paid(['2026-05-10T23:59:59', 4_000_000n]),       4_000_000n, 0n],
  ['Monday 00:00:00 is this week',                     '2026-05-11T00:00:00', paid(['2026-05-11T00:00:00', 4_000_000n]),       4_000_000n, 4_000_000n],
  ['promised and not sent counts',                     '2026-05-13T09:00:00', paid([null, 1_000n], ['2026-05-12T09:00:00', 2n]), 1_002n,   1_002n],
  ['a leap day is a day',                              '2028-03-03T09:00:00', paid(['2028-02-25T09:00:01', 7n]),               7n,         0n],
])('%s', (_, now, payouts, rolling, calendar) => {
  expect(weeklyUse(payouts, seoul(now))).toEqual({ rolling, calendar, used: rolling > calendar ? rolling : calendar });
});

test('the limit itself may be paid, or not, as configured', () => {
  expect([weeklyMost(LIMIT, true), weeklyMost(LIMIT, false)]).toEqual([10_000_000n, 9_999_999n]);
});

test('what was paid stops counting seven days and an hour later, date by date', () => {
  const payouts = paid(
    ['2026-05-08T09:00:00', 3_000_000n],
    ['2026-05-08T14:00:00', 1_000_000n],
    ['2026-05-12T23:30:00', 6_000_000n],
  );
  expect(forecastHeadroom(payouts, LIMIT, 0n, NOW)).toEqual({
    use: { rolling: 10_000_000n, calendar: 6_000_000n, used: 10_000_000n },
    headroom: 0n,
    waiting: 0n,
    frees: [
      { date: '2026-05-15', amount: 4_000_000n, headroom: 4_000_000n },
      { date: '2026-05-20', amount: 6_000_000n, headroom: 10_000_000n },
    ],
    fitsOn: null,
  });
});

// prettier-ignore
test.each<[string, CountedPayout[], bigint, bigint, string | null]>([
  ['what fits does not wait',                          paid(['2026-05-12T09:00:00', 8_000_000n]), 2_000_000n,          0n, null],
  ['one won too much waits for the first to leave',    paid(['2026-05-12T09:00:00', 8_000_000n]), 2_000_001n,          1n, '2026-05-19'],
  ['twice the limit takes two weeks',                  [],                                       20_000_000n, 10_000_000n, '2026-05-20'],
  ['what is paid on the way counts again',             paid(['2026-05-12T09:00:00', 8_000_000n]), 12_000_000n, 10_000_000n, '2026-05-20'],
  ['more than two years of weeks is not forecast',     [],                                    1_100_000_000n, 1_090_000_000n, null],
])('%s', (_, payouts, payable, waiting, fitsOn) => {
  expect(forecastHeadroom(payouts, LIMIT, payable, NOW)).toMatchObject({ waiting, fitsOn });
});

// prettier-ignore
test.each<[string, bigint, bigint, bigint, 'NEAR' | 'REACHED' | null]>([
  ['far from it',                             1_000_000n,         0n,         0n, null],
  ['one won below four fifths',               5_000_000n, 2_999_999n, 2_999_999n, null],
  ['four fifths',                             5_000_000n, 3_000_000n, 3_000_000n, 'NEAR'],
  ['what matures within the week counts',     5_000_000n,         0n, 3_000_000n, 'NEAR'],
  ['more than fits is still to come',         5_000_000n,         0n, 9_000_000n, 'NEAR'],
  ['all of the limit can be paid',            5_000_000n, 5_000_000n, 5_000_000n, 'NEAR'],
  ['one won above it',                        5_000_000n, 5_000_001n, 5_000_001n, 'REACHED'],
  ['nothing is kept back where nothing is due', 12_000_000n,      0n,         0n, 'NEAR'],
])('%s', (_, used, payable, due, notice) => {
  expect(limitNotice({ used, payable, due }, LIMIT, 80)).toBe(notice);
});
