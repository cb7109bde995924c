import { chmod, lstat, mkdir, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MachineProblem } from '@jeongsan/child-processes';
import { folderHash } from './clone.js';

/** Where `privateFolder` puts the folder of this root: under `base`, or where data outlive a restart of the machine. */
export async function privateFolderPath(root: string, base?: string): Promise<string> {
  base ??= (await stat('/var/tmp').catch(() => undefined))?.isDirectory() ? '/var/tmp' : tmpdir();
  return join(base, `jeongsan-${folderHash(root)}`);
}

/**
 * A folder for what an unprivileged account must reach when `root` lies where only we may enter. It is named after `root`, so
 * that the next run finds it again. @throws MachineProblem if somebody else put something there.
 */
export async function privateFolder(root: string, base?: string): Promise<string> {
  const folder = await privateFolderPath(root, base);
  await mkdir(folder, { mode: 0o711 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  // The base is open to everyone: a link or a folder of another user would let that user see or change our data.
  const found = await lstat(folder);
  if (!found.isDirectory() || found.uid !== process.getuid?.()) {
    throw new MachineProblem(`${folder} exists and is not ours: remove it`);
  }
  await chmod(folder, 0o711);
  return folder;
}
