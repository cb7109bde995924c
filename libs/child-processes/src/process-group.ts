import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';

/** A running program that leads a process group of its own. */
export type ProcessGroup = Readonly<{
  child: ChildProcess;
  /** Sends a signal to the program and to whatever it started; SIGKILL ends one that stands still, too. */
  signal: (name: NodeJS.Signals) => void;
}>;

/** Runs Node as the leader of a process group: what it started must not outlive it. No terminal signals such a group: its starter does. */
export function startGroup(
  args: readonly string[],
  options: Pick<SpawnOptions, 'cwd' | 'env' | 'stdio'>,
): ProcessGroup {
  const child = spawn(process.execPath, args, { ...options, detached: true });
  return { child, signal: (name) => signalGroup(child.pid, name) };
}

function signalGroup(leader: number | undefined, name: NodeJS.Signals): void {
  if (leader === undefined) return;
  try {
    process.kill(-leader, name);
  } catch {
    // No process of the group is left.
  }
}
