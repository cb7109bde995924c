import { access, constants } from 'node:fs/promises';
import { join } from 'node:path';
import { findProgram } from '@jeongsan/child-processes';

/** Where Debian puts the programs of its Postgres. */
export const POSTGRES_BIN = '/usr/lib/postgresql/15/bin';
/** Folders of server programs that are not on the PATH of an ordinary user. */
const SERVER_FOLDERS = [POSTGRES_BIN, '/usr/sbin', '/usr/local/sbin'];

/** By what each Debian package is recognised: one of its programs, or the full path of a file or a folder of it. */
const marks = {
  'postgresql-15': `${POSTGRES_BIN}/postgres`,
  'redis-server': 'redis-server',
  'redis-tools': 'redis-cli',
  'redis-sentinel': 'redis-sentinel',
  pgbouncer: 'pgbouncer',
  haproxy: 'haproxy',
  pgbackrest: 'pgbackrest',
  prometheus: 'prometheus',
  faketime: 'faketime',
  'libnss-wrapper': '/usr/share/doc/libnss-wrapper',
  'util-linux': 'unshare',
} as const satisfies Readonly<Record<string, string>>;

export type PackageName = keyof typeof marks;

/** Asks whether a file of a package is on this machine. */
export type Lookup = (mark: string) => Promise<boolean>;

const isExecutable = (file: string): Promise<boolean> =>
  access(file, constants.X_OK).then(
    () => true,
    () => false,
  );

const onThisMachine: Lookup = async (mark) => (await whereIs(mark)) !== undefined;

/** The packages that are not installed, in the order of the table. */
export async function missingOf(needs: readonly PackageName[], lookup: Lookup = onThisMachine): Promise<PackageName[]> {
  const found = await Promise.all(needs.map((name) => lookup(marks[name])));
  return needs.filter((_, index) => !found[index]);
}

/** The full path of a program, also outside of the PATH; undefined: not installed. */
export async function whereIs(program: string): Promise<string | undefined> {
  const onPath = await findProgram(program);
  if (onPath !== undefined) return onPath;
  for (const folder of SERVER_FOLDERS) {
    const file = program.startsWith('/') ? program : join(folder, program);
    if (await isExecutable(file)) return file;
  }
  return undefined;
}

/** The path of a program of a package that a trial needs, without `mark` the one that it is recognised by. @throws when it is missing. */
export async function programOf(name: PackageName, mark: string = marks[name]): Promise<string> {
  const program = await whereIs(mark);
  if (program === undefined) throw new Error(`${name} is not installed`);
  return program;
}
