import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { guard } from './guardian.js';
import type { ProcessKind } from './processes.js';

/** A running child process that the guardian watches. */
export type Child = {
  readonly pid: number;
  /** The exit code; null: ended by a signal. */
  readonly exited: Promise<number | null>;
  /** How the process ended, in words; undefined: still running. */
  ending(): string | undefined;
  /** Waits for the end, and keeps our own process alive meanwhile. */
  gone(): Promise<void>;
};

/**
 * Registers a process with the guardian, in the same turn of the event loop as its spawn. @throws when the program cannot be
 * run.
 */
export async function adopt(child: ChildProcess, kind: ProcessKind): Promise<Child> {
  const { pid } = child;
  const release = pid === undefined ? () => undefined : guard(pid, kind);
  let ending: string | undefined;
  const exited = new Promise<number | null>((resolve) => {
    child.once('exit', (code, by) => {
      release();
      ending = by === null ? `code ${code}` : by;
      resolve(code);
    });
  });
  if (pid === undefined) await once(child, 'spawn');
  const gone = async (): Promise<void> => {
    child.ref();
    await exited;
  };
  return { pid: pid as number, exited, ending: () => ending, gone };
}
