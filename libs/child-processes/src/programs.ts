import { spawn, type SpawnOptions } from 'node:child_process';
import { access, constants } from 'node:fs/promises';
import { join } from 'node:path';
import { searchPath } from './env.js';

/** The result of a short-lived program; `code` is null when it could not be run, was killed or took too long. */
export type Outcome = { readonly code: number | null; readonly output: string };

/** Runs a program to its end and returns its standard output and error as one text. */
export function run(
  command: string,
  args: readonly string[],
  options: Pick<SpawnOptions, 'cwd' | 'env' | 'uid' | 'gid'> & { timeoutMs: number },
): Promise<Outcome> {
  const { timeoutMs, ...rest } = options;
  return new Promise((resolve) => {
    let output = '';
    const child = spawn(command, args, {
      ...rest,
      stdio: ['ignore', 'pipe', 'pipe'],
      signal: AbortSignal.timeout(timeoutMs),
    });
    const collect = (chunk: Buffer): void => void (output += chunk.toString());
    child.stdout?.on('data', collect);
    child.stderr?.on('data', collect);
    child.once('error', (error) => resolve({ code: null, output: error.message }));
    child.once('close', (code) => resolve({ code, output }));
  });
}

/** The full path of the first of these programs that a shell would find. */
export async function findProgram(...names: string[]): Promise<string | undefined> {
  for (const name of names) {
    for (const folder of searchPath()) {
      const file = join(folder, name);
      const usable = await access(file, constants.X_OK).then(
        () => true,
        () => false,
      );
      if (usable) return file;
    }
  }
  return undefined;
}
