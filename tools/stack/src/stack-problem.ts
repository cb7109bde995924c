/** Something about this machine that a person must change; the message says what, so no stack trace is printed for it. */
export class StackProblem extends Error {
  override readonly name: string = 'StackProblem';
}

/** Another live command of the same name uses the same folder. */
export class StackBusy extends StackProblem {
  override readonly name = 'StackBusy';
}

/** A folder that we cannot use, mostly because an earlier command ran as root. */
export function notOurs(folder: string, why: Error): StackProblem {
  const advice = `if a run as root left it to another user: sudo chown -R "$(id -u)" "${folder}"`;
  return new StackProblem(`Cannot use ${folder} (${why.message}); ${advice}`);
}
