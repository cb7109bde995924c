import { AMOUNT_MAX, date, emptyOr, identifier, Misfit, oneOf, wholeNumber, type Column } from './column.js';
import { reportRepeats, type Table } from './csv-table.js';
import type { FileProblem } from './market-files-invalid.js';
import { DATE_POLICIES, TAX_TYPES, WEEKDAYS } from './market.js';
import type { Cycle, Reserve, Terms, Tranche, Weekday } from './market.js';

export const termsColumns = {
  sellerId: identifier(1, 40),
  effectiveFrom: date,
  commissionRate: wholeNumber(0, 90_000),
  tranches: readTranches as Column<readonly Tranche[]>,
  cycle: readCycle as Column<Cycle>,
  datePolicy: oneOf(DATE_POLICIES),
  taxType: oneOf(TAX_TYPES),
  reserve: emptyOr(readReserve as Column<Reserve>),
  debtNetPercent: wholeNumber(0, 100),
};

/** The terms with valid rows; the others are reported. */
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

const LAG_DAYS_MAX = 60;
const TRANCHES_MAX = 4;

/** Parses tranches: 100%@2B, or 70%@2B+30%@15C. */
export const writeTranches = (tranches: readonly Tranche[]): string =>
  tranches.map(({ percent, days, unit }) => `${percent}%@${days}${unit.slice(0, 1)}`).join('+');

function readTranches(cell: string): readonly Tranche[] {
  const tranches = cell.split('+', TRANCHES_MAX + 1).map((part) => /^([1-9]\d{0,2})%@(0|[1-9]\d?)([BC])$/.exec(part));
  const read = tranches.flatMap((match) => {
    const days = parseInt(match?.[2] ?? '', 10);
    if (match === null || days > LAG_DAYS_MAX) return [];
    return [{ percent: parseInt(match[1] ?? '', 10), days, unit: match[3] === 'B' ? 'BUSINESS' : 'CALENDAR' } as const];
  });
  const whole = read.reduce((sum, { percent }) => sum + percent, 0);
  if (read.length === tranches.length && read.length <= TRANCHES_MAX && whole === 100) return read;
  throw new Misfit(
    `"${cell}" is not like 100%@2B or 70%@2B+30%@15C: at most 4 parts that add up to 100 %, each after 0 to 60 Business or Calendar days`,
  );
}

/** Parses a reserve: ROLLING:10%:14, or FIXED:200000. */
export function writeReserve(reserve: Reserve | undefined): string {
  if (reserve === undefined) return '';
  return reserve.kind === 'FIXED' ? `FIXED:${reserve.amount}` : `ROLLING:${reserve.percent}%:${reserve.days}`;
}

function readReserve(cell: string): Reserve {
  const rolling = /^ROLLING:([1-9]\d{0,2})%:([1-9]\d{0,2})$/.exec(cell)?.slice(1).map(Number);
  const [percent = 0, days = 0] = rolling ?? [];
  if (rolling && percent <= 100 && days <= 180) return { kind: 'ROLLING', percent, days };
  const amount = BigInt(/^FIXED:([1-9]\d{0,17})$/.exec(cell)?.[1] ?? 0);
  if (amount > 0n && amount <= AMOUNT_MAX) return { kind: 'FIXED', amount };
  throw new Misfit(`"${cell}" is neither like ROLLING:10%:14 (at most 180 days) nor like FIXED:200000`);
}

/** Parses a cycle. */
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
