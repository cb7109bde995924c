/** Something about this machine that a person must change; the message says what, so no stack trace is printed for it. */
export class MachineProblem extends Error {
  override readonly name: string = 'MachineProblem';
}
