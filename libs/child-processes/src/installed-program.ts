import { spawn } from 'node:child_process';
import { adopt } from './child.js';
import { cleanEnvironment } from './env.js';
import { openLog } from './log-file.js';
import { end, type ProcessKind } from './processes.js';
import { onShutdown } from './shutdown.js';

/** A server program of this machine, not of this repository. `kill` is a crash, `stop` is not. */
export type InstalledProgram = { readonly pid: number; kill(): Promise<void>; stop(): Promise<void> };

export type InstalledOptions = {
  /** The working folder. */
  readonly folder: string;
  readonly logFile: string;
  /** How the program is ended. Default: by SIGTERM, as Redis and most others. */
  readonly kind?: ProcessKind;
  /** An account without rights, where we are root and the program refuses root. */
  readonly account?: { readonly uid: number; readonly gid: number } | undefined;
};

/** Runs an installed server in the foreground; the server ends no later than this process. */
export async function startInstalled(
  program: string,
  args: readonly string[],
  { folder, logFile, kind = 'redis', account }: InstalledOptions,
): Promise<InstalledProgram> {
  const output = await openLog(logFile);
  const spawned = spawn(program, args, {
    ...account,
    cwd: folder,
    env: cleanEnvironment(),
    stdio: ['ignore', output.fd, output.fd],
    detached: true,
  });
  const child = await adopt(spawned, kind);
  output.close();
  const stop = async (): Promise<void> => {
    if (child.ending() === undefined) await end(child.pid, kind);
  };
  const forget = onShutdown(stop, 'servers');
  void child.exited.then(forget);
  return {
    pid: child.pid,
    kill: async () => {
      process.kill(child.pid, 'SIGKILL');
      await child.exited;
    },
    stop,
  };
}
