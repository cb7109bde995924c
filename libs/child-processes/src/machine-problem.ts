/** Thrown for a fault of this machine that a person must mend. The message says what to do; no stack trace is printed. */
export class MachineProblem extends Error {
  override readonly name: string = 'MachineProblem';
}
