import { groupedBy, secondsOf, selectorsOf } from './promql.js';

// prettier-ignore
test.each([
  ['up{job="x"} == 0',                                                [['up', 'job']]],
  ['max by (a) (one) > 0 or vector(0)',                               [['one']]],
  ['sum(rate(two_count{b=~"x|y{z}", c!="1"}[5m])) / on () three',     [['two_count', 'b', 'c'], ['three']]],
  ['(max(four) > 0 and on() hour(vector(time() + 32400)) >= 8)',      [['four']]],
  ['topk(10, five) unless six offset 1h',                             [['five'], ['six']]],
])('%s', (query, expected) => {
  const found = selectorsOf(query).map(({ metric, labels }) => [metric, ...labels]);
  // A duration after `offset` is no metric, whatever its letters.
  expect(found).toEqual(expected);
});

test('labels that a query groups by, and durations', () => {
  expect(groupedBy('sum by (a, b) (x) / on (c) y')).toEqual(['a', 'b', 'c']);
  expect([secondsOf('1h30m'), secondsOf('15s'), secondsOf('2d')]).toEqual([5_400, 15, 172_800]);
});
