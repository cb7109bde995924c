import { type Column, shownColumns, withColumn } from './columns.js';

const columns: readonly Column<unknown>[] = [
  { key: 'date', title: 'Date', cell: () => null },
  { key: 'won', title: 'Won', cell: () => null },
  { key: 'id', title: 'Id', cell: () => null, isExtra: true },
];
const keys = (search: Readonly<Record<string, string>>) => shownColumns(columns, search).map(({ key }) => key);

test('extra columns are shown when the address names them', () => {
  expect(keys({})).toEqual(['date', 'won']);
  expect(keys({ columns: 'id,date' })).toEqual(['date', 'id']);
});

test('a column is switched on and off, and the address stays short', () => {
  const shown = withColumn(columns, {}, 'id');
  expect(shown).toEqual({ columns: 'date,won,id' });
  expect(withColumn(columns, { columns: 'date,won,id' }, 'id')).toEqual({ columns: undefined });
});

test('the last column cannot be switched off', () => {
  expect(withColumn(columns, { columns: 'won' }, 'won')).toEqual({ columns: 'won' });
});
