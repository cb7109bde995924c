import { soldThrough } from './sold-through.js';

// prettier-ignore
test.each([
  // cycle      by            transactions sold until
  ['DAILY',   '2026-11-20', '2026-11-20'],
  ['WEEKLY',  '2026-11-20', '2026-11-15'], // a Friday: the week that began on Monday the 16th is sold on the 22nd
  ['WEEKLY',  '2026-11-22', '2026-11-22'],
  ['WEEKLY',  '2026-11-23', '2026-11-22'],
  ['MONTHLY', '2026-11-29', '2026-10-31'],
  ['MONTHLY', '2026-11-30', '2026-11-30'],
  ['MONTHLY', '2028-02-29', '2028-02-29'],
  ['MONTHLY', '2027-03-01', '2027-02-28'],
] as const)('%s by %s: what was paid until %s can have a settlement row', (cycle, by, through) => {
  expect(soldThrough(cycle, by)).toBe(through);
});
