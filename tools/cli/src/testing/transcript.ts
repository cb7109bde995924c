import { wordsOf } from './words-of.js';
import type { Caller } from './trading-world.js';

/** One command of a transcript. Words in braces are ids that were found before: `{run}`. */
export type Line = Readonly<{
  args: readonly string[];
  as: Caller;
  /** What stands on stdin. */
  input?: string;
  /** The width of the line. Default: 120 cells. */
  columns?: number;
  /** The environment names no clock, as on a platform that follows the machine's. */
  withoutClock?: true;
  /** The answer orders by seconds, which differ: its lines are put in order. */
  sorted?: true;
  /** Takes an id out of the answer, for later commands. */
  find?: Readonly<{ name: string; pattern: RegExp }>;
}>;

/** A command that reads: at two widths in two languages, as JSON, and as CSV. */
export const reads = (command: string, as: Caller = 'operator'): readonly Line[] => [
  { args: wordsOf(command), as },
  { args: [...wordsOf(command), '--lang', 'ko'], as, columns: 80 },
  { args: [...wordsOf(command), '-o', 'json'], as },
  { args: [...wordsOf(command), '-o', 'csv'], as },
];

/** One command in one form. */
export const once = (command: string, as: Caller = 'operator', more: Partial<Line> = {}): readonly Line[] => [
  { args: wordsOf(command), as, ...more },
];

/** A decision: without a confirmation, as it would be sent, carried out, and a second time as JSON. */
export const decides = (command: string, as: Caller = 'operator', more: Partial<Line> = {}): readonly Line[] => [
  { args: wordsOf(command), as },
  { args: [...wordsOf(command), '--dry-run'], as },
  { args: [...wordsOf(command), '--yes'], as, ...more },
  { args: [...wordsOf(command), '--yes', '-o', 'json'], as },
];
