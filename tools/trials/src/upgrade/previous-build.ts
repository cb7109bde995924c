import { spawn } from 'node:child_process';
import { access, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { once } from 'node:events';
import { cleanEnvironment, MachineProblem } from '@jeongsan/child-processes';
import { chosenRelease } from './env.js';

/** The folder of this clone. */
export const clone = join(import.meta.dirname, '../../../..');

/** The release before, built: its folder, and its name for people. */
export type PreviousBuild = Readonly<{ folder: string; name: string }>;

const MIGRATIONS = 'libs/database/src/migrations';

/**
 * The commit of the release before this one: PREVIOUS_RELEASE; else the newest tag that is not this commit; else, where no tag was made
 * yet, the commit before the newest migration, because a release that needs a migration is the harder case. @throws MachineProblem
 * without git or its history.
 */
export async function previousRelease(): Promise<Readonly<{ commit: string; name: string }>> {
  const chosen = chosenRelease();
  if (chosen !== undefined) return { commit: await git('rev-parse', '--verify', `${chosen}^{commit}`), name: chosen };
  const tag = await git('describe', '--tags', '--abbrev=0', 'HEAD^').catch(() => undefined);
  if (tag) return { commit: await git('rev-parse', `${tag}^{commit}`), name: tag };
  const adding = await git('log', '-1', '--diff-filter=A', '--format=%H', '--', MIGRATIONS);
  const commit = await git('rev-parse', '--verify', `${adding}^`);
  return { commit, name: `${commit.slice(0, 10)}, before the newest migration` };
}

/** Marks a folder whose build was completed: the next run takes it as it is. */
const MARK = '.built';

/** That release, built with the packages that are installed here. The build is kept in `.local`, and used again. */
export async function buildPrevious(say: (line: string) => void): Promise<PreviousBuild> {
  const { commit, name } = await previousRelease();
  const folder = join(clone, '.local', `previous-${commit.slice(0, 12)}`);
  if (await isThere(join(folder, MARK))) return { folder, name };
  say(`building the previous release (${name})`);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const archive = join(folder, 'release.tar');
  await git('archive', `--output=${archive}`, commit);
  await command('tar', ['-xf', archive, '-C', folder]);
  await rm(archive);
  await linkPackages(folder);
  await compile(folder);
  await writeFile(join(folder, MARK), commit);
  return { folder, name };
}

async function compile(folder: string): Promise<void> {
  if (await isThere(join(folder, 'tools/compile.mjs'))) {
    await command(process.execPath, ['tools/compile.mjs'], folder);
    return;
  }
  // Up to 0.2.0, each project is compiled by itself.
  const rooms = [...(await readdir(join(folder, 'apps'))).map((app) => join('apps', app)), 'tools/market'];
  const projects = rooms.map((room) => join(room, 'tsconfig.lib.json'));
  const found = await Promise.all(projects.map((path) => isThere(join(folder, path)).then((is) => (is ? [path] : []))));
  const compiler = join(folder, 'node_modules/typescript-native/bin/tsc');
  await command(process.execPath, [compiler, '-b', ...found.flat()], folder);
}

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/** Our own packages are those of that release; the others are linked, and must be the ones that it asks for. */
async function linkPackages(folder: string): Promise<void> {
  const [theirs, ours] = await Promise.all([productionPackages(folder), productionPackages(clone)]);
  const differing = [...theirs].filter(([path, version]) => ours.get(path) !== version).map(([path]) => path);
  if (differing.length > 0)
    throw new MachineProblem(
      `The previous release needs other packages than are installed here: ${differing.join(', ')}`,
    );
  await mkdir(join(folder, 'node_modules/@jeongsan'), { recursive: true });
  for (const entry of await readdir(join(clone, 'node_modules')))
    if (entry !== '@jeongsan') await symlink(join(clone, 'node_modules', entry), join(folder, 'node_modules', entry));
  for (const kind of ['libs', 'apps', 'tools'])
    for (const { name: room } of await readdir(join(folder, kind), { withFileTypes: true })) {
      const manifest = await readFile(join(folder, kind, room, 'package.json'), 'utf8').catch(() => undefined);
      if (manifest === undefined) continue;
      const { name } = JSON.parse(manifest) as { name: string };
      await symlink(join(folder, kind, room), join(folder, 'node_modules', name));
      // Versions that only this package has.
      const own = join(kind, room, 'node_modules');
      if (await isThere(join(clone, own))) await symlink(join(clone, own), join(folder, own));
    }
}

type Lock = Readonly<{
  packages: Readonly<Record<string, Readonly<{ version?: string; dev?: boolean; link?: boolean }>>>;
}>;

/** The version of each package of production, by the folder in which npm installs it. */
async function productionPackages(root: string): Promise<Map<string, string>> {
  const { packages } = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as Lock;
  const installed = Object.entries(packages).filter(
    ([path, { dev = false, link = false }]) => path.includes('node_modules/') && !dev && !link,
  );
  return new Map(installed.map(([path, { version = '' }]) => [path, version]));
}

const git = (...args: string[]): Promise<string> => command('git', args, clone);

/** The output of a command. @throws with the end of what it said. */
export async function command(
  program: string,
  args: readonly string[],
  cwd: string = clone,
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const child = spawn(program, args, { cwd, env: cleanEnvironment(env), stdio: ['ignore', 'pipe', 'pipe'] });
  let [output, problems] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (problems += text));
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0)
    throw new MachineProblem(`${program} ${args[0] ?? ''} failed (${code}):\n${(problems || output).slice(-2_000)}`);
  return output.trim();
}
