import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';

/** A running program that leads a process group. */
export type ProcessGroup = Readonly<{
  child: ChildProcess;
  /** Sends a signal to the program and all its descendants in the group. SIGKILL also ends stopped processes. */
  signal: (name: NodeJS.Signals) => void;
}>;

/**
 * Runs Node as the leader of a process group, so that its descendants can be ended with it. The terminal does not signal such a
 * group: the caller must.
 */
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
    // True when no process of the group is left.
  }
}
