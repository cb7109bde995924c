import { readdir, readFile, rm, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';

/** Where a Redis of ours keeps its log. */
const logFolder = (stackFolder: string): string => join(stackFolder, 'redis', 'appendonlydir');

/** As if the disk had been swapped: Redis starts with nothing. Only while it is down. */
export async function forgetRedisLog(stackFolder: string): Promise<void> {
  await rm(logFolder(stackFolder), { recursive: true, force: true });
}

/** As a power cut does: the end of the log never reached the disk. Tells how many bytes are gone. Only while Redis is down. */
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

/** Everything that Redis has written down, for who looks for secrets in it. */
export async function readRedisLog(stackFolder: string): Promise<Buffer> {
  const folder = logFolder(stackFolder);
  const names = await readdir(folder).catch(() => []);
  return Buffer.concat(await Promise.all(names.map((name) => readFile(join(folder, name)).catch(() => Buffer.of()))));
}
