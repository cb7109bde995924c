import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { findProgram, run } from '@jeongsan/child-processes';
import { aptEnvironment, FETCH_MS_MAX, unpackPackage } from './distribution-package.js';

/** A program, and the folder of the libraries that came with it. */
export type Unpacked = { readonly program: string; readonly libraryPath?: string };

type Runs = (program: string, libraryPath?: string) => Promise<boolean>;
type Log = (line: string) => void;

/**
 * Redis from the distribution's packages. On Debian and Ubuntu the packages are unpacked into `folder`, without root and
 * without a change of the machine; elsewhere, or when that fails, root installs the package. Undefined: no such package.
 */
export async function distributedRedis(folder: string, runs: Runs, log: Log): Promise<Unpacked | undefined> {
  const kept = await unpackedIn(folder, runs);
  if (kept !== undefined) return kept;
  const apt = await findProgram('apt-get');
  if (apt !== undefined)
    log(`Redis: none on the PATH; unpacking the distribution's package (about 2 MB) into ${folder}`);
  if (apt !== undefined && (await unpackPackage(apt, 'redis-server', folder))) {
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
