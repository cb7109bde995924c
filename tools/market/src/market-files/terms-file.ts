import { date, identifier, Misfit, oneOf, wholeNumber, type Column } from './column.js';
import { reportRepeats, type Table } from './csv-table.js';
import type { FileProblem } from './market-files-invalid.js';
import { DATE_POLICIES, LAG_UNITS, WEEKDAYS, type Cycle, type Terms, type Weekday } from './market.js';

export const termsColumns = {
  sellerId: identifier(1, 40),
  effectiveFrom: date,
  commissionRate: wholeNumber(0, 90_000),
  lagDays: wholeNumber(0, 60),
  lagUnit: oneOf(LAG_UNITS),
  cycle: readCycle as Column<Cycle>,
  datePolicy: oneOf(DATE_POLICIES),
};

/** The terms whose rows fit; the others are reported. */
export function termsIn(
  table: Table<typeof termsColumns>,
  sellerIds: ReadonlySet<string> | undefined,
  report: (problem: FileProblem) => void,
): Terms[] {
  reportRepeats(table, ['sellerId', 'effectiveFrom'], report);
  const all: Terms[] = [];
  for (const { line, values: terms } of table.rows) {
    if (terms === undefined) continue;
    if (sellerIds?.has(terms.sellerId) === false) {
      report({ file: table.file, line, column: 'sellerId', reason: `${terms.sellerId} is not in sellers.csv` });
    }
    all.push(terms);
  }
  return all;
}

/** The text a cycle is written as. */
export function writeCycle(cycle: Cycle): string {
  if (cycle.kind === 'DAILY') return 'DAILY';
  return `${cycle.kind}:${(cycle.kind === 'WEEKLY' ? cycle.weekdays : cycle.daysOfMonth).join(',')}`;
}

function readCycle(cell: string): Cycle {
  const [kind, list, ...rest] = cell.split(':');
  const days = list?.split(',') ?? [];
  const repeats = new Set(days).size < days.length;
  if (rest.length === 0 && !repeats) {
    if (kind === 'DAILY' && list === undefined) return { kind };
    if (kind === 'WEEKLY' && days.length > 0 && days.every(isWeekday)) return { kind, weekdays: days };
    if (kind === 'MONTHLY' && days.length > 0 && days.every(isDayOfMonth)) {
      return { kind, daysOfMonth: days.map((day) => parseInt(day, 10)) };
    }
  }
  throw new Misfit(`"${cell}" is not a cycle like DAILY, "WEEKLY:MON,THU" or "MONTHLY:10,25", each day once`);
}

const isWeekday = (day: string): day is Weekday => WEEKDAYS.some((known) => known === day);
const isDayOfMonth = (day: string): boolean => /^([1-9]|[12]\d|3[01])$/.test(day);
