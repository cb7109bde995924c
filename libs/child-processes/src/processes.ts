import { execFile, execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readdir, readFile, readlink } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 20;

/** True while the process runs; a zombie (ended, but not collected by its parent) does not. */
export async function isRunning(pid: number): Promise<boolean> {
  if (process.platform === 'linux') return (await linuxState(pid)) !== undefined;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** When the process started, in a form only good for comparing: a reused pid gives another answer. */
export async function startedAt(pid: number): Promise<string | undefined> {
  return process.platform === 'linux' ? (await linuxState(pid))?.[19] : ps(pid, 'lstart=');
}

/** Like `startedAt`, for what must be known in the same turn. */
export function startedAtSync(pid: number): string | undefined {
  try {
    if (process.platform === 'linux') return fieldsOf(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[19];
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || undefined;
  } catch {
    return undefined;
  }
}

/** The processes that work in this folder. Only Linux tells. */
export async function processesIn(folder: string): Promise<number[]> {
  const entries = process.platform === 'linux' ? await readdir('/proc') : [];
  const pids = entries.filter((entry) => /^\d+$/.test(entry)).map(Number);
  const folders = await Promise.all(pids.map((pid) => readlink(`/proc/${pid}/cwd`).catch(() => '')));
  return pids.filter((_, index) => folders[index] === folder);
}

/** The command line of a process, for telling ours from a stranger that got the same pid. */
export async function commandLine(pid: number): Promise<string | undefined> {
  if (process.platform !== 'linux') return ps(pid, 'command=');
  const text = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  return text.replaceAll('\0', ' ').trim() || undefined;
}

/** Sends a signal; false when there is no such process (any more). */
export function signal(pid: number, name: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}

/** Waits for the end of a process; false when it still runs after `timeoutMs`. */
export async function waitUntilGone(pid: number, timeoutMs: number): Promise<boolean> {
  for (const deadline = Date.now() + timeoutMs; Date.now() < deadline; await sleep(POLL_MS)) {
    if (!(await isRunning(pid))) return true;
  }
  return !(await isRunning(pid));
}

/** One way to end a process, and how long it may take before the next one is tried. */
export type Ending = { readonly signal: NodeJS.Signals; readonly waitMs: number };

/** What each kind of process is asked first and forced to last; the waits of a kind add up to less than five seconds. */
export const endings = {
  app: [
    { signal: 'SIGTERM', waitMs: 4_000 },
    { signal: 'SIGKILL', waitMs: 500 },
  ],
  redis: [
    { signal: 'SIGTERM', waitMs: 3_000 },
    { signal: 'SIGKILL', waitMs: 500 },
  ],
  // Fast, then immediate shutdown: SIGTERM would wait for every client to leave by itself.
  postgres: [
    { signal: 'SIGINT', waitMs: 3_000 },
    { signal: 'SIGQUIT', waitMs: 1_000 },
    { signal: 'SIGKILL', waitMs: 500 },
  ],
} as const satisfies Record<string, readonly Ending[]>;

export type ProcessKind = keyof typeof endings;

/** Ends a process by ever stronger signals; true when it is gone. */
export async function end(pid: number, kind: ProcessKind): Promise<boolean> {
  for (const { signal: name, waitMs } of endings[kind]) {
    if (!signal(pid, name) || (await waitUntilGone(pid, waitMs))) return true;
  }
  return false;
}

/** The fields of /proc/pid/stat from the state on, undefined for a process that has ended. */
async function linuxState(pid: number): Promise<string[] | undefined> {
  return fieldsOf(await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined));
}

function fieldsOf(stat: string | undefined): string[] | undefined {
  // The second field is the program's name in brackets, which may itself hold blanks and brackets.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields?.[0] === 'Z' || fields?.[0] === 'X' ? undefined : fields;
}

function ps(pid: number, format: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    execFile('ps', ['-o', format, '-p', String(pid)], (_error, stdout) => resolve(stdout.trim() || undefined));
  });
}
