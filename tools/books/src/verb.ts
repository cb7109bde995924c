/** Exit codes of `npm run books`: done, something broke, wrong arguments, and a check that failed. */
export const exits = { done: 0, fault: 1, usage: 2, failed: 6 } as const;
export type Exit = (typeof exits)[keyof typeof exits];

/** What a verb may use: arguments after its name, and where its results and its remarks go. */
export type Call = Readonly<{
  args: readonly string[];
  /** Results, on stdout. */
  print: (line: string) => void;
  /** Remarks and progress, on stderr. */
  say: (line: string) => void;
}>;

/** One verb of `npm run books`. */
export type Verb = Readonly<{
  about: string;
  /** The options after the verb, one line each. */
  usage: readonly string[];
  run: (call: Call) => Promise<Exit>;
}>;

/** Thrown for arguments that do not fit: printed without a stack, exit code 2. */
export class UsageProblem extends Error {
  override name = 'UsageProblem';
}

/** Thrown when the connection to the database fails: printed without a stack, exit code 1. */
export class DatabaseAway extends Error {
  override name = 'DatabaseAway';
}
