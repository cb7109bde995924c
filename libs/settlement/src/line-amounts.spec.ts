import {
  chargedOf,
  chargeNames,
  columnsInvoicedAs,
  columnsStatedAs,
  componentNames,
  componentTable,
  differenceKeys,
  lineColumns,
  lineKeys,
  netOf,
  NO_AMOUNTS,
  NO_DIFFERENCE,
  repricedNames,
  statedCharges,
  statedNames,
} from './index.js';

const amounts = {
  ...NO_AMOUNTS,
  paid: 9_000n,
  promotion: 600n,
  commission: 960n,
  commissionVat: 96n,
  fees: 330n,
  feeVat: 33n,
};

test('the net is what the seller gets less what it is charged', () => {
  expect([netOf(amounts), chargedOf(amounts)]).toEqual([8_181n, 1_419n]);
  expect(netOf(NO_AMOUNTS)).toBe(0n);
});

test('lists keep the order of the table, which API objects and the hash of a change of terms depend on', () => {
  expect(componentNames.slice(0, 6)).toEqual(['paid', 'promotion', 'commission', 'commissionVat', 'fees', 'feeVat']);
  expect(lineKeys).toEqual([...componentNames, 'net']);
  expect(differenceKeys).toEqual([...repricedNames, 'net']);
  expect(repricedNames).toEqual(componentNames.slice(1));
  expect(chargeNames).toEqual(componentNames.slice(2));
  expect(Object.keys(NO_DIFFERENCE)).toEqual(differenceKeys);
});

test('each component has a column of its own, and each charge is stated and invoiced once', () => {
  const columns = Object.values(lineColumns);
  expect(new Set(columns).size).toBe(lineKeys.length);
  for (const column of columns) expect(column).toMatch(/^[a-z_]+$/);
  const charged = chargeNames.map((name) => lineColumns[name]).toSorted();
  expect(statedNames.flatMap(columnsStatedAs).toSorted()).toEqual(charged);
  expect((['commission', 'fees', 'vat'] as const).flatMap(columnsInvoicedAs).toSorted()).toEqual(charged);
  for (const name of statedNames) expect(columnsStatedAs(name)).not.toEqual([]);
  for (const { ko, en } of Object.values(statedCharges)) expect([ko, en]).not.toContain('');
});

test('the VAT on commission and on fees is one column of a statement, and one amount of an invoice', () => {
  expect([columnsStatedAs('vat'), columnsInvoicedAs('vat')]).toEqual([
    ['commission_vat', 'fee_vat'],
    ['commission_vat', 'fee_vat'],
  ]);
});

test('components of one account count alike', () => {
  const signs = new Map(Object.values(componentTable).map(({ account, sign }) => [account, sign]));
  for (const { account, sign } of Object.values(componentTable)) expect(signs.get(account)).toBe(sign);
});
