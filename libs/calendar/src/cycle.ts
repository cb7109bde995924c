import { z } from 'zod';
import { DateText, type Weekday, WEEKDAYS } from './dates.js';

/**
 * When a seller is settled. A day of the month beyond its end means the last day, so 31 is always the month's end. A MANUAL
 * list ends: after its last date the seller is not settled until the terms name further dates.
 */
export type Cycle =
  | Readonly<{ kind: 'DAILY' }>
  | Readonly<{ kind: 'WEEKLY'; days: readonly Weekday[] }>
  | Readonly<{ kind: 'MONTHLY'; days: readonly number[] }>
  | Readonly<{ kind: 'MANUAL'; dates: readonly DateText[] }>;

/** Thrown for text that is not a settlement cycle. */
export class InvalidCycle extends Error {
  override readonly name = 'InvalidCycle';
  constructor(text: string) {
    super(
      `${JSON.stringify(text.slice(0, 80))} is not a cycle: write DAILY, WEEKLY:MON,THU, MONTHLY:10,31 or MANUAL:2026-05-04,2026-06-11`,
    );
  }
}

/**
 * The canonical text of a cycle, with sorted, distinct days: 'DAILY', 'WEEKLY:MON,THU', 'MONTHLY:10,25', 'MANUAL:2026-05-04'.
 */
export function cycleText(cycle: Cycle): string {
  return cycle.kind === 'DAILY' ? cycle.kind : `${cycle.kind}:${inOrder(cycle).join(',')}`;
}

/** Parses the text of a cycle; days may be in any order, each once. Throws InvalidCycle. */
export function parseCycle(text: string): Cycle {
  if (text === 'DAILY') return { kind: 'DAILY' };
  const [kind, list = '', ...rest] = text.split(':', 3);
  const names = list.split(',', DATES_MAX + 1);
  const isReadable = rest.length === 0 && names.length <= DATES_MAX && new Set(names).size === names.length;
  if (!isReadable) throw new InvalidCycle(text);
  if (kind === 'WEEKLY' && names.every(isWeekday)) return { kind, days: sortedWeekdays(names) };
  if (kind === 'MONTHLY' && names.every((name) => DAY_OF_MONTH.test(name))) return { kind, days: sortedDays(names) };
  if (kind === 'MANUAL' && names.every(isDate)) return { kind, dates: names.sort() };
  throw new InvalidCycle(text);
}

/** Wire codec: text of a cycle <-> Cycle. */
export const CycleText = z.codec(
  z.string().regex(/^(DAILY|WEEKLY:[A-Z,]+|MONTHLY:[\d,]+|MANUAL:[\d,-]+)$/),
  z.custom<Cycle>(),
  {
    decode: (text, context) => {
      try {
        return parseCycle(text);
      } catch (error) {
        if (!(error instanceof InvalidCycle)) throw error;
        context.issues.push({ code: 'custom', message: error.message, input: text });
        return z.NEVER;
      }
    },
    encode: cycleText,
  },
);

/** A bound above the days of a month and the weeks of a year. */
const DATES_MAX = 60;
const DAY_OF_MONTH = /^([1-9]|[12]\d|3[01])$/;

const isWeekday = (name: string): name is Weekday => (WEEKDAYS as readonly string[]).includes(name);
const isDate = (name: string): boolean => DateText.safeParse(name).success;
const sortedWeekdays = (days: readonly Weekday[]): Weekday[] => WEEKDAYS.filter((day) => days.includes(day));
const sortedDays = (names: readonly string[]): number[] =>
  names.map((name) => Number.parseInt(name, 10)).sort((a, b) => a - b);

function inOrder(cycle: Exclude<Cycle, { kind: 'DAILY' }>): readonly (string | number)[] {
  if (cycle.kind === 'WEEKLY') return sortedWeekdays(cycle.days);
  if (cycle.kind === 'MANUAL') return [...new Set(cycle.dates)].sort();
  return [...new Set(cycle.days)].sort((a, b) => a - b);
}
