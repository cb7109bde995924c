import { daysAtHand } from './days-at-hand.js';

const nothingSold = { soldDays: [], soldAfter: [], soldUntil: [] };

test('days without a gap are one range', () => {
  expect(daysAtHand(['2026-11-02', '2026-10-31', '2026-11-01'], nothingSold)).toMatchObject({
    fromDay: '2026-10-31',
    throughDay: '2026-11-02',
    singleDays: [],
  });
});

test('of days with gaps the longest run is the range, and the others are read one by one', () => {
  const days = ['2026-03-01', '2026-11-01', '2026-11-02', '2026-11-05'];
  expect(daysAtHand(days, nothingSold)).toMatchObject({
    fromDay: '2026-11-01',
    throughDay: '2026-11-02',
    singleDays: ['2026-03-01', '2026-11-05'],
  });
});

test('no day is no range', () => {
  expect(daysAtHand([], nothingSold)).toMatchObject({ fromDay: null, throughDay: null, singleDays: [], dueDays: [] });
});

test('a soldDate settles the days after the one before it, through its own last day, each once', () => {
  const sold = {
    soldDays: ['2026-11-08', '2026-11-09'],
    soldAfter: ['2026-11-01', '2026-11-08'],
    soldUntil: ['2026-11-04', '2026-11-08'],
  };
  expect(daysAtHand([], sold).dueDays).toEqual(['2026-11-02', '2026-11-03', '2026-11-04']);
});
