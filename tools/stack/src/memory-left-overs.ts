import { lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isClaimed } from './local-folder.js';
import { MEMORY } from './memory-folder.js';
import { endLeftOver } from './postgres-data.js';
import { privateFolderPath } from './private-folder.js';

/**
 * Removes data in memory that killed commands of this clone left behind, and ends processes that still use it: for the stack
 * `own`, and for every other stack without a live command.
 */
export async function removeMemoryLeftOvers(root: string, own: string): Promise<void> {
  const base = await privateFolderPath(root, MEMORY);
  const found = await lstat(base).catch(() => undefined);
  // The parent folder is writable by everyone: a link, or a folder of another user, is not ours.
  if (found === undefined || !found.isDirectory() || found.uid !== process.getuid?.()) return;
  for (const name of await readdir(base)) {
    if (name !== own && (await isClaimed(root, name))) continue;
    await endLeftOver(join(base, name, 'postgres'), { forget: true });
    await rm(join(base, name), { recursive: true, force: true });
  }
}
