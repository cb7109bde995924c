import { readdir, readFile } from 'node:fs/promises';

const TICKS_PER_SECOND = 100;

/** Seconds of CPU that these processes have used so far; NaN where the system does not tell (anything but Linux). */
export async function cpuSeconds(pids: readonly number[]): Promise<number> {
  const stats = await Promise.all(pids.map(readStat));
  return stats.reduce((sum, stat) => sum + (stat?.cpuSeconds ?? Number.NaN), 0);
}

/** As above, for a process and all its children, those that have ended included: a Postgres with its backends. */
export async function familyCpuSeconds(parent: number | undefined): Promise<number> {
  if (parent === undefined) return Number.NaN;
  const names = await readdir('/proc').catch(() => []);
  const stats = await Promise.all(names.filter((name) => /^\d+$/.test(name)).map((name) => readStat(+name)));
  const own = await readStat(parent);
  const children = stats.filter((stat) => stat?.parent === parent);
  return children.reduce(
    (sum, stat) => sum + (stat?.cpuSeconds ?? 0),
    (own?.cpuSeconds ?? Number.NaN) + (own?.endedSeconds ?? 0),
  );
}

/** The parent of a process; undefined when it is gone or the system does not tell. */
export const parentOf = async (pid: number): Promise<number | undefined> => (await readStat(pid))?.parent;

/** The most memory these processes ever held at once, each by itself, in bytes. */
export async function peakRssBytes(pids: readonly number[]): Promise<number> {
  const peaks = await Promise.all(pids.map((pid) => readStatus(pid, 'VmHWM')));
  return peaks.reduce((sum, peak) => sum + peak, 0);
}

/** The memory that a process holds now, in bytes, with the pages of its program that other processes share; NaN when it is gone. */
export const rssBytes = (pid: number): Promise<number> => readStatus(pid, 'VmRSS');

async function readStatus(pid: number, name: 'VmHWM' | 'VmRSS'): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number.parseInt(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? '', 10) * 1_024;
}

type Stat = Readonly<{ parent: number; cpuSeconds: number; endedSeconds: number }>;

async function readStat(pid: number): Promise<Stat | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  // The second field is the program's name in brackets, which may itself hold blanks and brackets.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const at = (index: number): number => Number.parseInt(fields[index] ?? '', 10);
  return {
    parent: at(1),
    cpuSeconds: (at(11) + at(12)) / TICKS_PER_SECOND,
    endedSeconds: (at(13) + at(14)) / TICKS_PER_SECOND,
  };
}
