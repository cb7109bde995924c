import { cellOf, recordOf, tableOf } from './table.js';
import { widthOf } from './width.js';

const look = { head: (text: string) => text, columns: undefined };

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
  expect(tableOf(rows, ['name', 'amount', 'state'], look).text).toBe(
    ['name   amount  state', '사과        5  ok', 'pear  -12,000  -', ''].join('\n'),
  );
});

test('one thing is a line for each member with its path, and a table for each list of things', () => {
  const record = { id: 'a', cover: { free: 1 }, none: [], roles: ['x', 'y'], items: [{ n: 1 }, { n: 20 }] };
  expect(recordOf(record, look).text).toBe(
    ['id          a', 'cover.free  1', 'none        -', 'roles       x,y', '', 'items:', ' n', ' 1', '20', ''].join(
      '\n',
    ),
  );
});

test('instants are said in the time of Korea', () => {
  const at = '2026-05-03T15:30:00.123Z';
  expect(tableOf([{ at }, { at: null }], ['at'], look).text).toBe('at (KST)\n2026-05-04 00:30:00\n-\n');
  expect(recordOf({ at }, look).text).toBe('at  2026-05-04 00:30:00 KST\n');
});

test('an amount in another currency is said in that currency, in the column of the other amounts', () => {
  const rows = [
    { amount: 12_000, currency: 'USD', count: 12_000 },
    { amount: -7_000, currency: 'KRW', count: 2 },
    { amount: null, currency: 'USD', count: 1 },
  ];
  expect(tableOf(rows, ['amount', 'count'], look).text).toBe(
    ['    amount   count', '120.00 USD  12,000', '    -7,000       2', '         -       1', ''].join('\n'),
  );
});

test('the currency of an amount is the one beside it, or the one of the whole', () => {
  const evidence = { ours: { amount: '12000', currency: 'KRW' }, theirs: { amount: '12000' }, differs: [] };
  const record = {
    amount: 12_000,
    currency: 'USD',
    evidence,
    legs: [{ currency: 'JPY', amount: -5_000 }],
    decisions: [{ gain: -5, size: null }],
  };
  expect(recordOf(record, look).text.split('\n')).toEqual([
    'amount                  120.00 USD',
    'currency                USD',
    'evidence.ours.amount    12000',
    'evidence.ours.currency  KRW',
    'evidence.theirs.amount  120.00 USD',
    'evidence.differs        -',
    '',
    'legs:',
    'currency      amount',
    'JPY       -5,000 JPY',
    '',
    'decisions:',
    '     gain  size',
    '-0.05 USD  -',
    '',
  ]);
});

describe('a line that is too short', () => {
  const id = '018f0e5a-0000-7000-8000-000000000001';
  const rows = [{ id, total: 1_234_567, name: '원목 블록 백 조각 외 이 건과 다른 것들', at: '2026-05-04T00:00:00Z' }];
  const names = ['id', 'total', 'name', 'at'];
  const drawn = (columns: number) => tableOf(rows, names, { ...look, columns });
  const longest = (text: string) => Math.max(...text.split('\n').map(widthOf));

  // prettier-ignore
  test.each([
    [120, [],             '원목 블록 백 조각 외 이 건과 다른 것들'],
    [ 95, [],             '원목 블록 백 조각 외 이 …'],
    [ 80, ['at'],         '원목 블록 백 조각 외 이 건과 …'],
    [ 60, ['name', 'at'], '1,234,567'],
    [ 20, ['total', 'name', 'at'], id],
  ])('of %i cells leaves off %j', (columns, leftOff, holds) => {
    const { text, leftOff: found } = drawn(columns);
    expect([found, text]).toEqual([leftOff, expect.stringContaining(holds)]);
    expect(longest(text)).toBeLessThanOrEqual(Math.max(columns, id.length));
    expect(text).toContain(id);
  });
});

// prettier-ignore
test.each([
  ['a control character',      '\u001b[2J', '\ufffd[2J'],
  ['a change of direction',    'a\u202eb',  'a\ufffdb'],
  ['a line break',             'a\nb',      'a\ufffdb'],
])('%s does not reach the terminal', (_, value, cell) => {
  expect(cellOf(value)).toBe(cell);
});
