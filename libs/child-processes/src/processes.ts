import { execFile, execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readdir, readFile, readlink } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 20;

/** True while the process runs; false for a zombie (ended, but not collected by its parent). */
export async function isRunning(pid: number): Promise<boolean> {
  if (process.platform === 'linux') return (await linuxState(pid)) !== undefined;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** The start time of a process, for comparison only: a reused pid has another start time. */
export async function startedAt(pid: number): Promise<string | undefined> {
  return process.platform === 'linux' ? (await linuxState(pid))?.[19] : ps(pid, 'lstart=');
}

/** As `startedAt`, synchronously. */
export function startedAtSync(pid: number): string | undefined {
  try {
    if (process.platform === 'linux') return fieldsOf(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[19];
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || undefined;
  } catch {
    return undefined;
  }
}

/** The processes whose working directory is this folder. Linux only. */
export async function processesIn(folder: string): Promise<number[]> {
  const entries = process.platform === 'linux' ? await readdir('/proc') : [];
  const pids = entries.filter((entry) => /^\d+$/.test(entry)).map(Number);
  const folders = await Promise.all(pids.map((pid) => readlink(`/proc/${pid}/cwd`).catch(() => '')));
  return pids.filter((_, index) => folders[index] === folder);
}

/** The command line of a process, to tell our processes from others with a reused pid. */
export async function commandLine(pid: number): Promise<string | undefined> {
  if (process.platform !== 'linux') return ps(pid, 'command=');
  const text = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  return text.replaceAll('\0', ' ').trim() || undefined;
}

/** Sends a signal; false: no such process (any more). */
export function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}

/** Waits for the end of a process; false: it still runs after `timeoutMs`. */
export async function waitUntilGone(pid: number, timeoutMs: number): Promise<boolean> {
  for (const deadline = Date.now() + timeoutMs; Date.now() < deadline; await sleep(POLL_MS)) {
    if (!(await isRunning(pid))) return true;
  }
  return !(await isRunning(pid));
}

/** Waits until no process of a group runs; false: one still runs after `timeoutMs`. `leader`: the pid of the group's leader. */
export async function waitUntilGroupGone(leader: number, timeoutMs: number): Promise<boolean> {
  for (const deadline = Date.now() + timeoutMs; Date.now() < deadline; await sleep(POLL_MS)) {
    if (!(await isGroupRunning(leader))) return true;
  }
  return !(await isGroupRunning(leader));
}

async function isGroupRunning(leader: number): Promise<boolean> {
  // Signal 0 also finds processes that ended and were not collected by their parent; on Linux their state tells them apart.
  if (!signal(-leader, 0)) return false;
  if (process.platform !== 'linux') return true;
  const pids = (await readdir('/proc')).filter((entry) => /^\d+$/.test(entry)).map(Number);
  const states = await Promise.all(pids.map(linuxState));
  return states.some((state) => state?.[GROUP_FIELD] === String(leader));
}

/** One step of ending a process: a signal, and how long to wait before the next step. */
export type Ending = { readonly signal: NodeJS.Signals; readonly waitMs: number };

/** The steps for each kind of process, from gentle to SIGKILL; the waits of a kind sum up to less than five seconds. */
export const endings = {
  app: [
    { signal: 'SIGTERM', waitMs: 4_000 },
    { signal: 'SIGKILL', waitMs: 500 },
  ],
  redis: [
    { signal: 'SIGTERM', waitMs: 3_000 },
    { signal: 'SIGKILL', waitMs: 500 },
  ],
  // Postgres: fast, then immediate shutdown. SIGTERM would wait for all clients to disconnect.
  postgres: [
    { signal: 'SIGINT', waitMs: 3_000 },
    { signal: 'SIGQUIT', waitMs: 1_000 },
    { signal: 'SIGKILL', waitMs: 500 },
  ],
} as const satisfies Record<string, readonly Ending[]>;

export type ProcessKind = keyof typeof endings;

/** Ends a process by its steps; true when the process has ended. */
export async function end(pid: number, kind: ProcessKind): Promise<boolean> {
  for (const { signal: name, waitMs } of endings[kind]) {
    if (!signal(pid, name) || (await waitUntilGone(pid, waitMs))) return true;
  }
  return false;
}

/** The process group in the fields that linuxState returns. */
const GROUP_FIELD = 2;

/** The fields of /proc/pid/stat from the state on; undefined: the process has ended. */
async function linuxState(pid: number): Promise<string[] | undefined> {
  return fieldsOf(await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined));
}

function fieldsOf(stat: string | undefined): string[] | undefined {
  // The second field is the program's name in brackets, which may contain spaces and brackets.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields?.[0] === 'Z' || fields?.[0] === 'X' ? undefined : fields;
}

function ps(pid: number, format: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    execFile('ps', ['-o', format, '-p', String(pid)], (_error, stdout) => resolve(stdout.trim() || undefined));
  });
}
