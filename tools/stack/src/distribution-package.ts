import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { run, searchPath, wholeEnvironment } from '@jeongsan/child-processes';

export const FETCH_MS_MAX = 180_000;

/**
 * Unpacks a package of Debian or Ubuntu into `folder`, with what it needs and the machine lacks; without root and without a change
 * of the machine. False: that failed.
 */
export async function unpackPackage(apt: string, name: string, folder: string): Promise<boolean> {
  const work = `${folder}.${process.pid}`;
  await rm(folder, { recursive: true, force: true });
  try {
    const packages = (await download(apt, name, work, [])) ?? (await downloadWithOwnLists(apt, name, work));
    if (packages === undefined) return false;
    for (const file of packages) {
      const { code } = await run('dpkg-deb', ['-x', file, join(work, 'root')], { timeoutMs: FETCH_MS_MAX });
      if (code !== 0) return false;
    }
    // Another command was faster: its folder is identical.
    await rename(join(work, 'root'), folder).catch(() => undefined);
    return true;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** Downloads a package and its missing dependencies, verified by apt's signatures. Undefined when that fails. */
async function download(
  apt: string,
  name: string,
  work: string,
  options: readonly string[],
): Promise<string[] | undefined> {
  const archives = join(work, 'archives');
  await mkdir(join(archives, 'partial'), { recursive: true });
  const ours = [`Dir::Cache::archives=${archives}/`, 'Debug::NoLocking=true', ...options, ...network];
  const what = ['install', '-y', '-qq', '--no-install-recommends', '--download-only', name];
  const { code } = await run(apt, [...what, ...asFlags(ours)], { timeoutMs: FETCH_MS_MAX, env: aptEnvironment() });
  const files = (await readdir(archives)).filter((file) => file.endsWith('.deb'));
  return code === 0 && files.length > 0 ? files.map((file) => join(archives, file)) : undefined;
}

/** The machine's package lists are missing or outdated: fetch lists into a folder of ours and download by these. */
async function downloadWithOwnLists(apt: string, name: string, work: string): Promise<string[] | undefined> {
  const [state, cache] = [join(work, 'state'), join(work, 'cache')];
  await Promise.all([join(state, 'lists/partial'), cache].map((path) => mkdir(path, { recursive: true })));
  const options = [`Dir::State=${state}`, 'Dir::State::status=/var/lib/dpkg/status', `Dir::Cache=${cache}`];
  const flags = asFlags([...options, 'Acquire::Languages=none', 'Debug::NoLocking=true', ...network]);
  // One of several sources may be unreachable: the download shows whether the lists are sufficient.
  await run(apt, ['update', '-qq', ...flags], { timeoutMs: FETCH_MS_MAX, env: aptEnvironment() });
  return download(apt, name, work, options);
}

// Without this setting apt, run as root, switches to a user of its own, who may not be able to enter our folder.
const network = [
  'APT::Sandbox::User=root',
  'Acquire::Retries=1',
  'Acquire::http::Timeout=20',
  'Acquire::https::Timeout=20',
];

/** Our whole environment, because it may name a proxy; and a PATH with the system folders that dpkg requires. */
export function aptEnvironment(): NodeJS.ProcessEnv {
  const path = [...searchPath(), '/usr/local/sbin', '/usr/sbin', '/sbin'].join(':');
  return wholeEnvironment({ PATH: path, DEBIAN_FRONTEND: 'noninteractive' });
}

function asFlags(options: readonly string[]): string[] {
  return options.flatMap((option) => ['-o', option]);
}
