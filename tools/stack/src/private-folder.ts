import { chmod, lstat, mkdir, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MachineProblem } from '@jeongsan/child-processes';
import { folderHash } from './clone.js';

/** Location of `privateFolder` for this root: under `base`, or by default where data survives a restart of the machine. */
export async function privateFolderPath(root: string, base?: string): Promise<string> {
  base ??= (await stat('/var/tmp').catch(() => undefined))?.isDirectory() ? '/var/tmp' : tmpdir();
  return join(base, `jeongsan-${folderHash(root)}`);
}

/**
 * A folder that an unprivileged account can reach, for a `root` that only we may enter. Its name is derived from `root`, so
 * that the next run finds the same folder. @throws MachineProblem when the path exists and belongs to another user.
 */
export async function privateFolder(root: string, base?: string): Promise<string> {
  const folder = await privateFolderPath(root, base);
  await mkdir(folder, { mode: 0o711 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  // Everyone may write to the base: a link, or a folder of another user, would give that user access to our data.
  const found = await lstat(folder);
  if (!found.isDirectory() || found.uid !== process.getuid?.()) {
    throw new MachineProblem(`${folder} exists and is not ours: remove it`);
  }
  await chmod(folder, 0o711);
  return folder;
}
