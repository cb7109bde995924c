import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { signal, waitUntilGroupGone } from './processes.js';

/** A running program that leads a process group. */
export type ProcessGroup = Readonly<{
  child: ChildProcess;
  /** Sends a signal to the program and all its descendants in the group. SIGKILL also ends stopped processes. */
  signal: (name: NodeJS.Signals) => void;
  /** Kills the program and all its descendants, and waits until the last of them has ended. */
  kill: () => Promise<void>;
}>;

/** A killed process that still runs after this time waits in the kernel, for example for a disk: nothing can end it sooner. */
const KILL_TIMEOUT_MS = 10_000;

/**
 * Runs Node as the leader of a process group, so that its descendants can be ended with it. The terminal does not signal such a
 * group: the caller must.
 */
export function startGroup(
  args: readonly string[],
  options: Pick<SpawnOptions, 'cwd' | 'env' | 'stdio'>,
): ProcessGroup {
  const child = spawn(process.execPath, args, { ...options, detached: true });
  const { pid: leader } = child;
  const sendAll = (name: NodeJS.Signals) => void (leader !== undefined && signal(-leader, name));
  return {
    child,
    signal: sendAll,
    kill: async () => {
      sendAll('SIGKILL');
      if (leader !== undefined) await waitUntilGroupGone(leader, KILL_TIMEOUT_MS);
    },
  };
}
