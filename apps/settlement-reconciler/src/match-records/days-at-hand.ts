import { addDays } from '@jeongsan/calendar';

/** The days of a comparison in the form that its statements read. */
export type DaysAtHand = Readonly<{
  /** Days whose transactions were read. */
  days: readonly string[];
  /** The longest unbroken run of those days, which one range of an index answers, and the days beside it. */
  fromDay: string | null;
  throughDay: string | null;
  singleDays: readonly string[];
  /** soldDates whose settlement rows were read, and the days of the transactions that they settle. */
  soldDays: readonly string[];
  dueDays: readonly string[];
}>;

type Sold = Readonly<{ soldDays: readonly string[]; soldAfter: readonly string[]; soldUntil: readonly string[] }>;

export function daysAtHand(days: readonly string[], { soldDays, soldAfter, soldUntil }: Sold): DaysAtHand {
  const [longest = []] = unbroken(days).sort((one, other) => other.length - one.length);
  const isInRun = new Set(longest);
  const dueDays = soldDays.flatMap((_, index) => daysBetween(soldAfter[index] ?? '', soldUntil[index] ?? ''));
  return {
    ...{ days, fromDay: longest[0] ?? null, throughDay: longest.at(-1) ?? null },
    ...{ singleDays: days.filter((day) => !isInRun.has(day)), soldDays, dueDays: [...new Set(dueDays)].sort() },
  };
}

/** The days in runs without a gap. */
function unbroken(days: readonly string[]): string[][] {
  const runs: string[][] = [];
  for (const day of [...new Set(days)].sort()) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    if (run && last !== undefined && addDays(last, 1) === day) run.push(day);
    else runs.push([day]);
  }
  return runs;
}

/** The days after the first one, through the second one. */
function daysBetween(after: string, through: string): string[] {
  const days: string[] = [];
  if (after === '') return days;
  for (let day = addDays(after, 1); day <= through; day = addDays(day, 1)) days.push(day);
  return days;
}
