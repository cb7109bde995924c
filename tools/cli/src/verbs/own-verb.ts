import type { Exit } from '../faults.js';
import type { Session } from '../session.js';
import type { Words } from '../texts/texts.js';

type WordKey = { [K in keyof Words]: Words[K] extends string ? K : never }[keyof Words];

/** A command that does more than call one operation. */
export type OwnVerb = Readonly<{
  args: readonly string[];
  /** The last argument may be left out. */
  isOptional?: true;
  flags: readonly Readonly<{ flags: string; about: WordKey }>[];
  /** The values that the first argument may have. */
  choices?: readonly string[];
  example: string;
  run: (
    session: Session,
    args: Readonly<Record<string, string | undefined>>,
    flags: Readonly<Record<string, string | undefined>>,
  ) => Promise<Exit>;
}>;
