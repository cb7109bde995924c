import { byUrgency, earliest, type Need, sumOfWon } from './need.js';

const need = (key: string, deadline: string | null, won: bigint | null): Need => ({
  ...{ key, deadline, won, kind: 'RUN_TO_APPROVE', count: 1, isMore: false },
  place: { to: '/' },
});

test('the earliest deadline comes first, then the larger amount; what has no deadline comes last', () => {
  const needs = [
    need('none', null, 999n),
    need('small', '2026-05-19', 1n),
    need('large', '2026-05-19', 2n),
    // A date is over when its day is, in Korea.
    need('instant', '2026-05-19T14:59:00.000Z', 1n),
    need('overdue', '2026-05-01', null),
  ];
  expect([...needs].sort(byUrgency).map(({ key }) => key)).toEqual(['overdue', 'instant', 'large', 'small', 'none']);
});

test('the earliest of dates and instants', () => {
  expect(earliest(['2026-05-19', '2026-05-19T14:00:00Z', null])).toBe('2026-05-19T14:00:00Z');
  expect(earliest([null])).toBeNull();
});

test('amounts that are not known do not count, and none at all is no zero', () => {
  expect(sumOfWon([{ won: 1 }, { won: null }, { won: '2' }], ({ won }) => won)).toBe(3n);
  expect(sumOfWon([{ won: null }], ({ won }) => won)).toBeNull();
});
