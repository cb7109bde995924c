import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { guard } from './guardian.js';
import type { ProcessKind } from './processes.js';

/** A running child process under the guardian. */
export type Child = {
  readonly pid: number;
  /** Its exit code, null when a signal ended it. */
  readonly exited: Promise<number | null>;
  /** How it ended, in words; undefined while it runs. */
  ending(): string | undefined;
  /** Waits for its end even when nothing else keeps our own process alive. */
  gone(): Promise<void>;
};

/** Takes charge of a process in the same turn as its spawn. @throws when its program cannot be run. */
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
