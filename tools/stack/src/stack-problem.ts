import { MachineProblem } from '@jeongsan/child-processes';

/** Thrown while another live command uses the folder of this name. */
export class StackBusy extends MachineProblem {
  override readonly name = 'StackBusy';
}

/** Thrown for a folder that we cannot use, mostly because an earlier command ran as root. */
export function notOurs(folder: string, why: Error): MachineProblem {
  const advice = `if a run as root left it to another user: sudo chown -R "$(id -u)" "${folder}"`;
  return new MachineProblem(`Cannot use ${folder} (${why.message}); ${advice}`);
}
