import { spawn } from 'node:child_process';
import { adopt } from './child.js';
import { cleanEnvironment } from './env.js';
import { openLog } from './log-file.js';
import { end } from './processes.js';
import { onShutdown } from './shutdown.js';

/** A server program of this machine, not of this repository. `kill` is a crash, `stop` is not. */
export type InstalledProgram = { readonly pid: number; kill(): Promise<void>; stop(): Promise<void> };

/** Runs an installed server in the foreground; the server ends no later than this process. */
export async function startInstalled(
  program: string,
  args: readonly string[],
  { folder, logFile }: { readonly folder: string; readonly logFile: string },
): Promise<InstalledProgram> {
  const output = await openLog(logFile);
  const spawned = spawn(program, args, {
    cwd: folder,
    env: cleanEnvironment(),
    stdio: ['ignore', output.fd, output.fd],
    detached: true,
  });
  const child = await adopt(spawned, 'redis');
  output.close();
  const stop = async (): Promise<void> => {
    if (child.ending() === undefined) await end(child.pid, 'redis');
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
