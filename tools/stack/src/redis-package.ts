import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { findProgram, run, searchPath, wholeEnvironment } from '@jeongsan/child-processes';

/** A program, and the folder of the libraries that came with it. */
export type Unpacked = { readonly program: string; readonly libraryPath?: string };

type Runs = (program: string, libraryPath?: string) => Promise<boolean>;
type Log = (line: string) => void;

const FETCH_MS_MAX = 180_000;

/**
 * Redis from the distribution's packages. On Debian and Ubuntu the packages are unpacked into `folder`, without root and
 * without a change of the machine; elsewhere, or when that fails, root installs the package. Undefined: no such package.
 */
export async function distributedRedis(folder: string, runs: Runs, log: Log): Promise<Unpacked | undefined> {
  const kept = await unpackedIn(folder, runs);
  if (kept !== undefined) return kept;
  const apt = await findProgram('apt-get');
  if (apt !== undefined && (await unpack(apt, folder, log))) {
    const fetched = await unpackedIn(folder, runs);
    if (fetched !== undefined) return fetched;
  }
  return process.getuid?.() === 0 ? install(runs, log) : undefined;
}

async function unpackedIn(folder: string, runs: Runs): Promise<Unpacked | undefined> {
  const libraries = await Promise.all(['usr/lib', 'lib'].map((base) => withSubfolders(join(folder, base))));
  const libraryPath = libraries.flat().join(':');
  for (const name of ['redis-server', 'valkey-server']) {
    const program = join(folder, 'usr', 'bin', name);
    if (await runs(program, libraryPath)) return { program, libraryPath };
  }
  return undefined;
}

/** Debian has libraries in usr/lib/<architecture>; older releases have them in lib/<architecture>. */
async function withSubfolders(base: string): Promise<string[]> {
  const entries = await readdir(base, { withFileTypes: true }).catch(() => []);
  const folders = entries.filter((entry) => entry.isDirectory()).map((entry) => join(base, entry.name));
  return entries.length === 0 ? [] : [...folders, base];
}

async function unpack(apt: string, folder: string, log: Log): Promise<boolean> {
  log(`Redis: none on the PATH; unpacking the distribution's package (about 2 MB) into ${folder}`);
  const work = `${folder}.${process.pid}`;
  await rm(folder, { recursive: true, force: true });
  try {
    const packages = (await download(apt, work, [])) ?? (await downloadWithOwnLists(apt, work));
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

/** Downloads Redis and its missing dependencies, verified by apt's signatures. Undefined when that fails. */
async function download(apt: string, work: string, options: readonly string[]): Promise<string[] | undefined> {
  const archives = join(work, 'archives');
  await mkdir(join(archives, 'partial'), { recursive: true });
  const ours = [`Dir::Cache::archives=${archives}/`, 'Debug::NoLocking=true', ...options, ...network];
  const what = ['install', '-y', '-qq', '--no-install-recommends', '--download-only', 'redis-server'];
  const { code } = await run(apt, [...what, ...asFlags(ours)], { timeoutMs: FETCH_MS_MAX, env: aptEnvironment() });
  const files = (await readdir(archives)).filter((file) => file.endsWith('.deb'));
  return code === 0 && files.length > 0 ? files.map((file) => join(archives, file)) : undefined;
}

/** The machine's package lists are missing or outdated: fetch lists into a folder of ours and download by these. */
async function downloadWithOwnLists(apt: string, work: string): Promise<string[] | undefined> {
  const [state, cache] = [join(work, 'state'), join(work, 'cache')];
  await Promise.all([join(state, 'lists/partial'), cache].map((path) => mkdir(path, { recursive: true })));
  const options = [`Dir::State=${state}`, 'Dir::State::status=/var/lib/dpkg/status', `Dir::Cache=${cache}`];
  const flags = asFlags([...options, 'Acquire::Languages=none', 'Debug::NoLocking=true', ...network]);
  // One of several sources may be unreachable: the download shows whether the lists are sufficient.
  await run(apt, ['update', '-qq', ...flags], { timeoutMs: FETCH_MS_MAX, env: aptEnvironment() });
  return download(apt, work, options);
}

// Without this setting apt, run as root, switches to a user of its own, who may not be able to enter our folder.
const network = [
  'APT::Sandbox::User=root',
  'Acquire::Retries=1',
  'Acquire::http::Timeout=20',
  'Acquire::https::Timeout=20',
];

/** Our whole environment, because it may name a proxy; and a PATH with the system folders that dpkg requires. */
function aptEnvironment(): NodeJS.ProcessEnv {
  const path = [...searchPath(), '/usr/local/sbin', '/usr/sbin', '/sbin'].join(':');
  return wholeEnvironment({ PATH: path, DEBIAN_FRONTEND: 'noninteractive' });
}

function asFlags(options: readonly string[]): string[] {
  return options.flatMap((option) => ['-o', option]);
}

const installers = [
  {
    tool: 'apt-get',
    commands: [
      ['update', '-qq'],
      ['install', '-y', '-qq', '--no-install-recommends', 'redis-server'],
    ],
  },
  { tool: 'apk', commands: [['add', '--no-cache', 'redis']] },
  { tool: 'apk', commands: [['add', '--no-cache', 'valkey']] },
  { tool: 'dnf', commands: [['install', '-y', '-q', 'redis']] },
  { tool: 'dnf', commands: [['install', '-y', '-q', 'valkey']] },
] as const;

async function install(runs: Runs, log: Log): Promise<Unpacked | undefined> {
  for (const { tool, commands } of installers) {
    const path = await findProgram(tool);
    if (path === undefined) continue;
    log(`Redis: installing the distribution's package with ${tool}`);
    for (const args of commands) await run(path, args, { timeoutMs: FETCH_MS_MAX, env: aptEnvironment() });
    const program = await findProgram('redis-server', 'valkey-server');
    if (program !== undefined && (await runs(program))) return { program };
  }
  return undefined;
}
