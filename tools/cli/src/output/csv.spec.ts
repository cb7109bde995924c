import { csvLine } from './csv.js';

// prettier-ignore
test.each([
  ['an amount below zero',       '-500',        '-500'],
  ['an amount beyond 2^53',      '-9007199254740993', '-9007199254740993'],
  ['a number',                   -1,            '-1'],
  ['a formula',                  '=1+1',        `'=1+1`],
  ['a formula after a sign',     '-1+cmd()',    `'-1+cmd()`],
  ['a telephone number',         '+82-10',      `'+82-10`],
  ['nothing',                    null,          ''],
  ['a comma and a quote',        'a,"b"',       '"a,""b"""'],
  ['a list',                     ['a', 'b'],    '"[""a"",""b""]"'],
])('%s in a cell', (_, value, cell) => {
  expect(csvLine([value])).toBe(`${cell}\r\n`);
});
