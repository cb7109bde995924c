import { asExcluded, bigints, manyRows, selected, statement } from './index.js';

const columns = { paid: 'paid', feeVat: 'fee_vat' } as const;

test('a select lists each column under its name', () => {
  expect(selected(columns, 'l')).toBe('l.paid as "paid", l.fee_vat as "feeVat"');
  expect(selected(columns, (column) => `sum(x.${column})::bigint`, 'done.')).toBe(
    'sum(x.paid)::bigint as "done.paid", sum(x.fee_vat)::bigint as "done.feeVat"',
  );
});

test('an update takes each column of what could not be inserted', () => {
  expect(asExcluded(columns)).toBe('paid = excluded.paid, fee_vat = excluded.fee_vat');
});

test('amounts are columns of a row set by their names', () => {
  const line = manyRows<{ moved: { paid: bigint; feeVat: bigint } }>(bigints(columns, ({ moved }) => moved));
  const { text, values } = statement('insert into t (:line.columns) select * from :line.unnest', { line });
  expect(text).toBe('insert into t (paid, fee_vat) select * from unnest($1::bigint[], $2::bigint[])');
  expect(values({ line: [{ moved: { paid: 1n, feeVat: 2n } }, { moved: { paid: 3n, feeVat: -4n } }] })).toEqual([
    [1n, 3n],
    [2n, -4n],
  ]);
});
