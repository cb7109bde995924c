import { chmod, link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MachineProblem, startedAt } from '@jeongsan/child-processes';
import { notOurs, StackBusy } from './stack-problem.js';

/** The claimed folder of one named stack: no other command can claim it until it is released or our process ends. */
export type LocalFolder = { readonly name: string; readonly path: string; release(): Promise<void> };

type Owner = { readonly pid: number; readonly startedAt: string };

const OWNER_FILE = 'owner.json';
const NAME = /^[a-z][a-z0-9-]{0,30}$/;

/** Claims `.local/<name>/` under `root`. @throws StackBusy while another live command has claimed it. */
export async function claimFolder(root: string, name: string): Promise<LocalFolder> {
  if (!NAME.test(name))
    throw new MachineProblem(`A stack's name is lower-case letters, digits and dashes, not "${name}"`);
  const path = join(root, '.local', name);
  await makePassable(join(root, '.local'), path);
  const ownerFile = join(path, OWNER_FILE);
  const draft = `${ownerFile}.${process.pid}`;
  const me: Owner = { pid: process.pid, startedAt: (await startedAt(process.pid)) ?? '' };
  await writeFile(draft, JSON.stringify(me));
  try {
    await claim(name, ownerFile, draft);
  } finally {
    await rm(draft, { force: true });
  }
  return { name, path, release: () => rm(ownerFile, { force: true }) };
}

/** Whether a live command has claimed the folder of this name. */
export async function isClaimed(root: string, name: string): Promise<boolean> {
  return (await liveOwner(join(root, '.local', name, OWNER_FILE))) !== undefined;
}

/** Claims the folder of this name or, while that one is in use, of `name-2`, `name-3` and so on. */
export async function claimNextFolder(root: string, name: string): Promise<LocalFolder> {
  const commandsMax = 9;
  for (let number = 1; number < commandsMax; number += 1) {
    try {
      return await claimFolder(root, number === 1 ? name : `${name}-${number}`);
    } catch (error) {
      if (!(error instanceof StackBusy)) throw error;
    }
  }
  return claimFolder(root, `${name}-${commandsMax}`);
}

async function claim(name: string, ownerFile: string, draft: string): Promise<void> {
  // A hard link is atomic: it appears complete, and for only one of two processes that try at the same time.
  if (await linked(draft, ownerFile)) return;
  const owner = await liveOwner(ownerFile);
  if (owner === undefined) {
    const stale = `${ownerFile}.stale`;
    await rename(ownerFile, stale).catch(() => undefined);
    // Another command may have claimed between our check and our rename: then the renamed file is that command's claim.
    if ((await liveOwner(stale)) !== undefined) await linked(stale, ownerFile);
    await rm(stale, { force: true });
    if (await linked(draft, ownerFile)) return;
  }
  const by = owner ?? (await liveOwner(ownerFile));
  throw new StackBusy(`"${name}" is already running in this folder (process ${by?.pid ?? 'unknown'}): stop it first`);
}

async function linked(from: string, to: string): Promise<boolean> {
  return link(from, to).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return false;
      throw error;
    },
  );
}

async function liveOwner(ownerFile: string): Promise<Owner | undefined> {
  const owner = await readFile(ownerFile, 'utf8')
    .then((text) => JSON.parse(text) as Owner)
    .catch(() => undefined);
  return owner !== undefined && (await startedAt(owner.pid)) === owner.startedAt ? owner : undefined;
}

/** Creates folders that the unprivileged account of Postgres can enter, whatever the umask is. */
async function makePassable(...folders: string[]): Promise<void> {
  for (const folder of folders) {
    try {
      await mkdir(folder, { recursive: true });
      await chmod(folder, 0o711);
    } catch (error) {
      throw notOurs(folder, error as Error);
    }
  }
}
