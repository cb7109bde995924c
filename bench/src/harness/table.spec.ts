import { short, table } from './table.js';

// prettier-ignore
test.each([
  [0.1234,       '0.12'],
  [-0.0312,      '-0.03'],
  [12.34,        '12.3'],
  [123.4,        '123'],
  [12_345.6,     '12,346'],
  [Number.NaN,   '-'],
])('%d reads as %s', (value, text) => {
  expect(short(value)).toBe(text);
});

test('columns line up, names to the left and numbers to the right', () => {
  expect(
    table([
      ['side', 'rate'],
      ['floor', '9'],
      ['subject', '10'],
    ]),
  ).toBe('side     rate\nfloor       9\nsubject    10');
});
