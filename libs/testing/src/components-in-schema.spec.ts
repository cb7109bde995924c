import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  componentNames,
  componentTable,
  differenceKeys,
  lineColumns,
  lineKeys,
  repricedNames,
} from '@jeongsan/settlement';

const schema = readFileSync(join(__dirname, '../../database/schema.golden.sql'), 'utf8').split('\n');

/** The amount columns of a table, without those that are not line components. */
const hasColumns = (table: string, columns: readonly string[]): string[] =>
  columns.filter((column) => !schema.some((line) => line.startsWith(`${table}.${column} bigint not null`)));

// prettier-ignore
test.each([
  ['gateway.order_line',       lineKeys.map((key) => lineColumns[key])],
  ['gateway.cancel_line',      lineKeys.map((key) => lineColumns[key])],
  ['payouts.terms_change',     differenceKeys.map((key) => lineColumns[key])],
  ['payouts.line_adjustment',  differenceKeys.map((key) => lineColumns[key])],
  ['payouts.line_adjustment',  repricedNames.map((name) => `new_${lineColumns[name]}`)],
])('%s has every component as a column: %j', (table, columns) => {
  expect(hasColumns(table, columns)).toEqual([]);
});

/** The expression of a check `net = …`, without brackets and spaces. */
const netIn = (line: string): string | undefined => /net = [^A-Z]*/.exec(line)?.[0].replace(/[() ]/g, '');
const netOf = (names: typeof componentNames): string =>
  names.reduce(
    (sum, name, i) =>
      `${sum}${componentTable[name].sign < 0n ? '-' : i === 0 ? '' : '+'}${componentTable[name].column}`,
    'net=',
  );

// prettier-ignore
test.each([
  ['gateway.order_line',      netOf(componentNames)],
  ['gateway.cancel_line',     netOf(componentNames)],
  ['payouts.terms_change',    netOf([...repricedNames])],
  ['payouts.line_adjustment', netOf([...repricedNames])],
])('the database refuses a row of %s whose net is another than %s', (table, net) => {
  const checks = schema.filter((line) => line.startsWith(`${table} `) && line.includes('CHECK') && line.includes('net = '));
  expect(checks.map(netIn)).toEqual([net]);
});

test('no component of a change of terms can be changed once it was proposed', () => {
  const trigger = schema.find((line) => line.includes('CREATE TRIGGER never_changed') && line.includes(' promotion, '));
  for (const key of differenceKeys) expect(trigger).toMatch(new RegExp(`\\b${lineColumns[key]}\\b`));
});
