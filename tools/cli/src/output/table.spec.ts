import { cellOf, recordOf, tableOf } from './table.js';
import { widthOf } from './width.js';

const plain = (text: string) => text;

// prettier-ignore
test.each([
  ['abc',            3],
  ['정산',           4],
  ['ＡＢ',           4],
  ['₩1,000',         6],
  ['e\u0301',        1],
  ['\u{1f4b0}',      2],
  ['',               0],
])('%s fills %i cells', (text, cells) => {
  expect(widthOf(text)).toBe(cells);
});

test('columns stay aligned behind Korean, and numbers end at the same place', () => {
  const rows = [
    { name: '사과', amount: 5, state: 'ok' },
    { name: 'pear', amount: -12_000, state: null },
  ];
  expect(tableOf(rows, ['name', 'amount', 'state'], plain)).toBe(
    ['name  amount  state', '사과       5  ok', 'pear  -12000  -', ''].join('\n'),
  );
});

test('one thing is a line for each member with its path, and a table for each list of things', () => {
  const record = { id: 'a', cover: { free: 1 }, none: [], roles: ['x', 'y'], items: [{ n: 1 }, { n: 20 }] };
  expect(recordOf(record, plain)).toBe(
    ['id          a', 'cover.free  1', 'none        -', 'roles       x,y', '', 'items:', ' n', ' 1', '20', ''].join(
      '\n',
    ),
  );
});

// prettier-ignore
test.each([
  ['a control character',      '\u001b[2J', '\ufffd[2J'],
  ['a change of direction',    'a\u202eb',  'a\ufffdb'],
  ['a line break',             'a\nb',      'a\ufffdb'],
])('%s does not reach the terminal', (_, value, cell) => {
  expect(cellOf(value)).toBe(cell);
});
