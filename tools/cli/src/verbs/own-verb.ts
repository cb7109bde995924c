import type { Exit } from '../faults.js';
import type { Session } from '../session.js';
import type { Words } from '../texts/texts.js';

type WordKey = { [K in keyof Words]: Words[K] extends string ? K : never }[keyof Words];

/** A flag as commander reads it; without a `<value>` it is set or absent. */
export type OwnFlag = Readonly<{
  flags: string;
  about: WordKey;
  choices?: readonly string[];
  /** Several of the choices, separated by commas. */
  isList?: true;
}>;

/** A command that does more than call one operation. */
export type OwnVerb = Readonly<{
  /** `<id>`, or `[id]` for one that may be absent. */
  args: readonly string[];
  flags: readonly OwnFlag[];
  /** The values that the first argument may have. */
  choices?: readonly string[];
  /** Can change something, so that a missing answer leaves the outcome unknown. */
  changes?: true;
  example: string;
  /** Arguments and flags by their names in the help: `endpoint-id`, `forward-to`. */
  run: (
    session: Session,
    args: Readonly<Record<string, string | undefined>>,
    flags: Readonly<Record<string, string | undefined>>,
  ) => Promise<Exit>;
}>;
