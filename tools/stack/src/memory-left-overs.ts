import { lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isClaimed } from './local-folder.js';
import { MEMORY } from './memory-folder.js';
import { endLeftOver } from './postgres-data.js';
import { privateFolderPath } from './private-folder.js';

/**
 * Removes the data in memory that killed commands of this clone left behind, and ends what still runs on them: those of the stack
 * `own`, which is ours, and of every other stack that no live command holds.
 */
export async function removeMemoryLeftOvers(root: string, own: string): Promise<void> {
  const base = await privateFolderPath(root, MEMORY);
  const found = await lstat(base).catch(() => undefined);
  // Everybody may write where it lies: a link, or a folder of another user, is none of ours.
  if (found === undefined || !found.isDirectory() || found.uid !== process.getuid?.()) return;
  for (const name of await readdir(base)) {
    if (name !== own && (await isClaimed(root, name))) continue;
    await endLeftOver(join(base, name, 'postgres'), { forget: true });
    await rm(join(base, name), { recursive: true, force: true });
  }
}
