import { rangeOf } from './rows-in-view.js';

// prettier-ignore
test.each([
  ['before the box is measured',  { block: 0,      blocks: 0 }, 100_000, { from: 0,       to: 12 }],
  ['at the top',                  { block: 0,      blocks: 5 }, 100_000, { from: 0,       to: 32 }],
  ['in the middle',               { block: 12_500, blocks: 5 }, 100_000, { from: 49_988,  to: 50_032 }],
  ['at the end',                  { block: 24_996, blocks: 5 }, 100_000, { from: 99_972,  to: 100_000 }],
  ['of a list that became short', { block: 24_996, blocks: 5 }, 3,       { from: 3,       to: 3 }],
  ['of a short list',             { block: 0,      blocks: 5 }, 3,       { from: 0,       to: 3 }],
  ['of no rows',                  { block: 0,      blocks: 5 }, 0,       { from: 0,       to: 0 }],
])('rows in the page %s', (_, seen, count, range) => {
  expect(rangeOf(seen, count)).toEqual(range);
});
