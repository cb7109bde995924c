import { appendFileSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { end, startedAt, startedAtSync, type ProcessKind } from './processes.js';

const FILE = 'children';
const KINDS = ['app', 'redis', 'postgres'] as const satisfies readonly ProcessKind[];

type Remembered = Readonly<{ kind: ProcessKind; pid: number; since: string }>;

/** The folders that this process has claimed: a file in each lists the children of this process. */
const claimed = new Set<string>();

/**
 * Ends the processes that an earlier owner of the folder left running when it was killed together with its guardian: apps
 * first, then servers. From then on, the folder's file lists the children of this process. Returns a function that undoes the
 * claim.
 */
export async function adoptFolder(folder: string): Promise<() => Promise<void>> {
  const file = join(folder, FILE);
  const text = await readFile(file, 'utf8').catch(() => '');
  const left = text.split('\n').flatMap(childIn);
  for (const kind of KINDS) {
    await Promise.all(
      left
        .filter((child) => child.kind === kind)
        .map(async ({ pid, since }) => {
          // Another start time: the pid now belongs to another process.
          if ((await startedAt(pid)) === since) await end(pid, kind);
        }),
    );
  }
  await rm(file, { force: true });
  claimed.add(folder);
  return async () => {
    claimed.delete(folder);
    await rm(file, { force: true });
  };
}

/** The last line may be incomplete. */
function childIn(line: string): Remembered[] {
  try {
    return [JSON.parse(line) as Remembered];
  } catch {
    return [];
  }
}

/** Writes a child to the file in the same turn as its spawn: this process may be killed at any moment. */
export function rememberChild(pid: number, kind: ProcessKind): void {
  const since = claimed.size === 0 ? undefined : startedAtSync(pid);
  if (since === undefined) return;
  for (const folder of claimed) {
    try {
      appendFileSync(join(folder, FILE), `${JSON.stringify({ kind, pid, since } satisfies Remembered)}\n`);
    } catch {
      // The folder was removed: no later owner will read the file.
    }
  }
}
