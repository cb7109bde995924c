import {
  countsSince,
  forecastHeadroom,
  limitNotice,
  mondayOf,
  weeklyMost,
  weeklyUse,
  weekOf,
  type CountedPayout,
} from './weekly-limit.js';

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
  ['the first won that is kept back',        10_000_000n,         1n,         1n, 'REACHED'],
])('%s', (_, used, payable, due, notice) => {
  expect(limitNotice({ used, payable, due }, LIMIT, 80)).toBe(notice);
});

// prettier-ignore
test.each([
  ['2026-05-10T23:59:59.999', '2026-05-04', 'Sunday is the last day of a week'],
  ['2026-05-11T00:00:00',     '2026-05-11', 'Monday is the first'],
  ['2026-05-13T09:00:00',     '2026-05-11', 'a Wednesday'],
  ['2026-05-02T12:00:00',     '2026-04-27', 'a Saturday, over the end of a month'],
])('the week of %s began on %s: %s', (now, monday) => {
  expect(weekOf(seoul(now))).toBe(monday);
  expect(mondayOf(seoul(now))).toEqual(seoul(`${monday}T00:00:00`));
});

test('what counted seven days and an hour ago counts no more, a thousandth of a second later it does', () => {
  expect(countsSince(NOW)).toEqual(seoul('2026-05-06T08:00:00'));
  expect(weeklyUse(paid(['2026-05-06T08:00:00', 1n], ['2026-05-06T08:00:00.001', 2n]), NOW).rolling).toBe(2n);
});

test('more than the limit was paid: the headroom is none, not less than none, until enough of it has left', () => {
  const payouts = paid(['2026-05-08T09:00:00', 3_000_000n], ['2026-05-12T09:00:00', 12_000_000n]);
  expect(forecastHeadroom(payouts, LIMIT, 5_000n, NOW)).toMatchObject({
    headroom: 0n,
    waiting: 5_000n,
    frees: [
      { date: '2026-05-15', amount: 3_000_000n, headroom: 0n },
      { date: '2026-05-19', amount: 12_000_000n, headroom: 10_000_000n },
    ],
    fitsOn: '2026-05-19',
  });
});

test('what is promised and not sent leaves the week seven days and an hour from now', () => {
  const payouts = paid([null, 4_000_000n], ['2026-05-12T09:00:00', 1_000_000n]);
  expect(forecastHeadroom(payouts, LIMIT, 0n, NOW)).toMatchObject({
    headroom: 5_000_000n,
    frees: [
      { date: '2026-05-19', amount: 1_000_000n, headroom: 6_000_000n },
      { date: '2026-05-20', amount: 4_000_000n, headroom: 10_000_000n },
    ],
  });
});

test('what left the week before now frees nothing any more', () => {
  expect(
    forecastHeadroom(paid(['2026-05-01T09:00:00', 1n], ['2026-05-06T08:00:00', 1n]), LIMIT, 0n, NOW).frees,
  ).toEqual([]);
});

test('dates on which money comes free are told in their order, in whatever order the payouts are read', () => {
  const payouts = paid(['2026-05-12T09:00:00', 1n], ['2026-05-08T09:00:00', 2n], ['2026-05-11T09:00:00', 3n]);
  expect(forecastHeadroom(payouts, LIMIT, 0n, NOW).frees.map(({ date }) => date)).toEqual([
    ...['2026-05-15', '2026-05-18', '2026-05-19'],
  ]);
  const first = forecastHeadroom(
    paid(['2026-05-12T09:00:00', 5_000_000n], ['2026-05-08T09:00:00', 5_000_000n]),
    LIMIT,
    1n,
    NOW,
  );
  expect(first.fitsOn).toBe('2026-05-15');
});

test('a forecast reaches a hundred turns: what would take one more has no date', () => {
  // The whole limit is used each week: the hundredth step is 99 weeks (and hours) from now.
  expect(forecastHeadroom([], LIMIT, 100n * LIMIT, NOW).fitsOn).toBe('2028-04-09');
  expect(forecastHeadroom([], LIMIT, 100n * LIMIT + 1n, NOW).fitsOn).toBeNull();
});

test('a limit of nothing is waited for in vain', () => {
  expect(forecastHeadroom([], 0n, 1n, NOW)).toMatchObject({ headroom: 0n, waiting: 1n, fitsOn: null });
});
