import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { breakClass, breakCodes, resolutionWays } from './break-classes.js';

const PAGE = readFileSync(resolve(import.meta.dirname, '../../../docs/operations/break-classes.md'), 'utf8');
const rowOf = (cells: readonly string[]): string => cells.join(' | ').replaceAll(/\s+/g, ' ');
const rows = PAGE.split('\n').map((line) =>
  rowOf(
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  ),
);

test('the table of classes in the manual is the table of the contract', () => {
  const wanted = breakCodes.map((code) => {
    const { about, subject, ways, holdsRow, tolerates, days } = breakClass(code);
    return rowOf([
      `\`${code}\``,
      about,
      subject,
      ways.join(', ') || '-',
      holdsRow ? 'yes' : '',
      tolerates ? 'yes' : '',
      `${days ?? ''}`,
    ]);
  });
  expect(wanted.filter((row) => !rows.includes(row))).toEqual([]);
});

test('every way to settle a break is allowed for some class, and each class names a way once', () => {
  const used = breakCodes.flatMap((code) => breakClass(code).ways);
  expect(new Set(used)).toEqual(new Set(resolutionWays));
  for (const code of breakCodes) expect(new Set(breakClass(code).ways).size).toBe(breakClass(code).ways.length);
});
