import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import { cleanEnvironment, MachineProblem } from '@jeongsan/child-processes';
import { chosenRelease } from './env.js';

/** The folder of this clone. */
export const clone = join(import.meta.dirname, '../../../..');

/** The release before, built: its folder, and its name for people. `remove` deletes the folder. */
export type PreviousBuild = Readonly<{ folder: string; name: string; remove: () => Promise<void> }>;

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

/** Builds that release outside of this clone, with the packages that are installed here. */
export async function buildPrevious(say: (line: string) => void): Promise<PreviousBuild> {
  const { commit, name } = await previousRelease();
  const folder = await mkdtemp(join(tmpdir(), 'jeongsan-previous-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    say(`building the previous release (${name})`);
    const archive = join(folder, 'release.tar');
    await git('archive', `--output=${archive}`, commit);
    await command('tar', ['-xf', archive, '-C', folder]);
    await linkPackages(folder);
    const projects = (await readdir(join(folder, 'apps'))).map((app) => join('apps', app, 'tsconfig.lib.json'));
    const found = await Promise.all(projects.map((path) => readFile(join(folder, path)).then(() => path, () => [])));
    const compiler = join(folder, 'node_modules/typescript-native/bin/tsc');
    await command(process.execPath, [compiler, '-b', ...found.flat()], folder);
    return { folder, name, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Our own packages are those of that release; the others are linked, and must be the ones that it asks for. */
async function linkPackages(folder: string): Promise<void> {
  const [theirs, ours] = await Promise.all([folder, clone].map((root) => productionDependencies(root)));
  const differing = Object.entries(theirs ?? {}).filter(([name, version]) => ours?.[name] !== version);
  if (differing.length > 0)
    throw new MachineProblem(`The previous release needs other packages than are installed here: ${differing.join('; ')}`);
  await mkdir(join(folder, 'node_modules/@jeongsan'), { recursive: true });
  for (const entry of await readdir(join(clone, 'node_modules')))
    if (entry !== '@jeongsan' && entry !== '.cache')
      await symlink(join(clone, 'node_modules', entry), join(folder, 'node_modules', entry));
  for (const kind of ['libs', 'apps', 'tools'])
    for (const entry of await readdir(join(folder, kind), { withFileTypes: true })) {
      const manifest = await readFile(join(folder, kind, entry.name, 'package.json'), 'utf8').catch(() => undefined);
      if (manifest === undefined) continue;
      const { name } = JSON.parse(manifest) as { name: string };
      await symlink(join(folder, kind, entry.name), join(folder, 'node_modules', name));
    }
}

async function productionDependencies(root: string): Promise<Readonly<Record<string, string>>> {
  const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { dependencies: Record<string, string> };
  return manifest.dependencies;
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
  if (code !== 0) throw new MachineProblem(`${program} ${args[0] ?? ''} failed (${code}):\n${(problems || output).slice(-2_000)}`);
  return output.trim();
}
