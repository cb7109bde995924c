import { randomBytes } from 'node:crypto';
import { chmod, chown, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { commandLine, end, findProgram, MachineProblem, processesIn, run, signal } from '@jeongsan/child-processes';
import type { PostgresBinaries } from './postgres-binaries.js';
import type { Account } from './service-account.js';
import { notOurs } from './stack-problem.js';

/** The only user of the embedded Postgres, owner of every database. */
export const POSTGRES_USER = 'jeongsan';

/** A data folder on which Postgres can start. `found`: true for data of an earlier run. */
export type PostgresData = { readonly folder: string; readonly password: string; readonly found: boolean };

const INITDB_STARTS_MAX = 3;
const SCRAM_ITERATIONS_SINCE = 16;

type Place = { readonly folder: string; readonly binaries: PostgresBinaries; readonly account: Account | undefined };

/** Finds the data folder of an earlier run, in whatever state, or makes a new one (always, with `fresh`). */
export async function prepareData(
  place: Place,
  { fresh, log }: { fresh: boolean; log: (line: string) => void },
): Promise<PostgresData> {
  const { folder, account } = place;
  await endLeftOver(folder, { forget: fresh });
  if (fresh) await rm(folder, { recursive: true, force: true });
  const password = await usablePassword(place);
  if (password !== undefined) {
    await ownBy(account, folder);
    return { folder, password, found: true };
  }
  if (await exists(folder)) {
    const aside = `${folder}.unusable`;
    await rm(aside, { recursive: true, force: true });
    await rename(folder, aside);
    log(`Postgres cannot use the data in ${folder}: it now lies in ${aside}, and a new folder is made`);
  }
  return { folder, password: await initialise(place, INITDB_STARTS_MAX), found: false };
}

/** The postmaster's own report of its state: pid, and whether it accepts connections. */
export async function postmasterState(folder: string): Promise<{ pid: number; ready: boolean } | undefined> {
  const text = await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const lines = text.split('\n');
  return { pid: Number.parseInt(lines[0] ?? '', 10), ready: lines[7]?.trim() === 'ready' };
}

/**
 * Ends processes that a killed run or a crash left on a data folder. The folder is claimed by us, so no live command owns them.
 * `forget`: the data is discarded, together with its shared-memory segment.
 */
export async function endLeftOver(folder: string, { forget = false } = {}): Promise<void> {
  const state = await postmasterState(folder);
  if (state === undefined) return;
  const ours = (await commandLine(state.pid))?.includes(`-D ${folder} `) ?? false;
  if (ours && !(await end(state.pid, 'postgres'))) {
    throw new MachineProblem(`Postgres (process ${state.pid}) still runs in ${folder} and cannot be stopped`);
  }
  // Sessions may outlive a killed postmaster for one statement, and must not write together with sessions of the next one.
  for (const pid of await processesIn(folder)) signal(pid, 'SIGKILL');
  if (forget) await removeSharedMemory(folder);
  // Postgres would take any process that now has this pid for a running postmaster.
  await rm(join(folder, 'postmaster.pid'), { force: true });
}

const SHARED_MEMORY_LINE = 6;

async function removeSharedMemory(folder: string): Promise<void> {
  const text = await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '');
  const [, id] = /^\s*\d+\s+(\d+)\s*$/.exec(text.split('\n')[SHARED_MEMORY_LINE] ?? '') ?? [];
  const ipcrm = id === undefined ? undefined : await findProgram('ipcrm');
  if (id !== undefined && ipcrm !== undefined) await run(ipcrm, ['-m', id], { timeoutMs: 5_000 });
}

async function usablePassword({ folder, binaries }: Place): Promise<string | undefined> {
  const read = (file: string): Promise<string> => readFile(join(folder, file), 'utf8').then((text) => text.trim());
  try {
    const [version, password] = await Promise.all([read('PG_VERSION'), read('password')]);
    const control = await stat(join(folder, 'global', 'pg_control'));
    return version === binaries.major && password !== '' && control.size > 0 ? password : undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw notOurs(folder, error as Error);
  }
}

/** Creates the data folder under another name and renames it: under its final name it is always complete. */
async function initialise(place: Place, startsLeft: number): Promise<string> {
  const { folder, binaries, account } = place;
  const draft = `${folder}.new`;
  const password = randomBytes(18).toString('base64url');
  const passwordFile = join(draft, 'password');
  const passwordDraft = `${folder}.password`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { mode: 0o700 });
  await writeFile(passwordDraft, password, { mode: 0o600 });
  await Promise.all([draft, passwordDraft].map((path) => ownBy(account, path)));
  const args = ['-D', draft, '-U', POSTGRES_USER, `--pwfile=${passwordDraft}`, '-A', 'scram-sha-256'];
  const locale = ['-E', 'UTF8', '--locale=C', '--no-instructions', ...onceHashed(binaries)];
  const { code, output } = await run(binaries.initdb, [...args, ...locale], {
    ...account,
    cwd: dirname(draft),
    env: { PATH: '/usr/bin:/bin', TZ: 'UTC', LC_ALL: 'C' },
    timeoutMs: 120_000,
  });
  // A set-up that was killed leaves an incomplete folder behind.
  if (code !== 0 && startsLeft > 1) return initialise(place, startsLeft - 1);
  if (code !== 0) throw new Error(`initdb failed (${code}):\n${output}`);
  await rename(passwordDraft, passwordFile);
  await rename(draft, folder);
  return password;
}

/**
 * Hashing a password 4,096 times slows down whoever tries out passwords that people choose. These are random, and every new
 * connection would take 10 ms longer.
 */
const onceHashed = ({ major }: PostgresBinaries): string[] =>
  Number(major) >= SCRAM_ITERATIONS_SINCE ? ['-c', 'scram_iterations=1'] : [];

async function ownBy(account: Account | undefined, path: string): Promise<void> {
  if (account === undefined) return;
  const { uid } = await stat(path);
  if (uid === account.uid) return;
  await chown(path, account.uid, account.gid);
  if (!(await stat(path)).isDirectory()) return;
  await chmod(path, 0o700);
  const { code, output } = await run('chown', ['-R', `${account.uid}:${account.gid}`, path], { timeoutMs: 60_000 });
  if (code !== 0) throw new Error(`chown of ${path} failed: ${output}`);
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
