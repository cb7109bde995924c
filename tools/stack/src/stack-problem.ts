/** Something about this machine that a person must change; the message says what, so no stack trace is printed for it. */
export class StackProblem extends Error {
  override readonly name: string = 'StackProblem';
}

/** Another live command of the same name uses the same folder. */
export class StackBusy extends StackProblem {
  override readonly name = 'StackBusy';
}
