import { closeSync, openSync } from 'node:fs';
import { mkdir, readFile, rename, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

const KEPT_BYTES_MAX = 8 * 1024 * 1024;

/** A log file for a child's output. `fd` must be closed by the caller once the child has started. */
export type LogFile = { readonly fd: number; close(): void; tail(): Promise<string> };

/** Opens a log file for appending; a large file is renamed to `.old` first. */
export async function openLog(file: string): Promise<LogFile> {
  await mkdir(dirname(file), { recursive: true });
  if ((await sizeOf(file)) > KEPT_BYTES_MAX) await rename(file, `${file}.old`);
  const from = await sizeOf(file);
  const fd = openSync(file, 'a', 0o640);
  return { fd, close: () => closeSync(fd), tail: () => lastLines(file, from) };
}

/** The last 20 lines written since `from`, for a message that says why a process did not start. */
async function lastLines(file: string, from: number): Promise<string> {
  const content = await readFile(file).catch(() => Buffer.alloc(0));
  return content.subarray(from).toString().trimEnd().split('\n').slice(-20).join('\n');
}

async function sizeOf(file: string): Promise<number> {
  return stat(file).then(
    ({ size }) => size,
    () => 0,
  );
}
