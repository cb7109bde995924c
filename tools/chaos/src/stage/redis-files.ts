import { readdir, readFile, rm, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';

/** The log file (AOF) of a Redis of ours. */
const logFolder = (stackFolder: string): string => join(stackFolder, 'redis', 'appendonlydir');

/** Deletes all data, as after a swap of the disk: Redis starts empty. Only while Redis is down. */
export async function forgetRedisLog(stackFolder: string): Promise<void> {
  await rm(logFolder(stackFolder), { recursive: true, force: true });
}

/** Cuts the end of the log, as a power cut does. Returns the number of lost bytes. Only while Redis is down. */
export async function cutRedisLog(stackFolder: string, share: number): Promise<number> {
  const names = (await readdir(logFolder(stackFolder))).filter((name) => name.endsWith('.incr.aof')).sort();
  const newest = names.at(-1);
  if (newest === undefined) return 0;
  const path = join(logFolder(stackFolder), newest);
  const { size } = await stat(path);
  const kept = Math.floor(size * (1 - share));
  await truncate(path, kept);
  return size - kept;
}

/** All data that Redis has written, for the search for secrets. */
export async function readRedisLog(stackFolder: string): Promise<Buffer> {
  const folder = logFolder(stackFolder);
  const names = await readdir(folder).catch(() => []);
  return Buffer.concat(await Promise.all(names.map((name) => readFile(join(folder, name)).catch(() => Buffer.of()))));
}
