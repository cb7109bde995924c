import { readFile } from 'node:fs/promises';
import { MachineProblem, run } from '@jeongsan/child-processes';

/** An unprivileged account under which a child process runs. */
export type Account = { readonly uid: number; readonly gid: number };

// The ids of the account `nobody` on nearly every system, for systems without /etc/passwd.
const NOBODY: Account = { uid: 65_534, gid: 65_534 };

/**
 * The account for Postgres, which refuses to run as root: `postgres` when it exists, else `nobody`; undefined when we are not
 * root.
 */
export async function serviceAccount(): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const passwd = await readFile('/etc/passwd', 'utf8').catch(() => '');
  const account = accountIn(passwd, 'postgres') ?? accountIn(passwd, 'nobody') ?? NOBODY;
  const { code, output } = await run('/bin/sh', ['-c', 'exit 0'], { ...account, cwd: '/', timeoutMs: 5_000 });
  if (code === 0) return account;
  const advice = 'run as an ordinary user, or set DATABASE_URL to a Postgres that already runs';
  throw new MachineProblem(
    `Postgres refuses to run as root, and root cannot become uid ${account.uid} here (${output}): ${advice}`,
  );
}

/** True when the account can enter and list all folders on the path to this folder. */
export async function canEnter(account: Account | undefined, folder: string): Promise<boolean> {
  return (await tryAs(account, 'cd "$1"', folder)) === 0;
}

/** True when the account can run this program with its libraries. */
export async function canRun(account: Account | undefined, program: string): Promise<boolean> {
  return (await tryAs(account, '"$1" --version', program)) === 0;
}

async function tryAs(account: Account | undefined, script: string, argument: string): Promise<number | null> {
  const { code } = await run('/bin/sh', ['-c', script, 'sh', argument], { ...account, cwd: '/', timeoutMs: 10_000 });
  return code;
}

function accountIn(passwd: string, name: string): Account | undefined {
  const [, , uid, gid] =
    passwd
      .split('\n')
      .find((line) => line.startsWith(`${name}:`))
      ?.split(':') ?? [];
  if (uid === undefined || gid === undefined) return undefined;
  const account = { uid: Number.parseInt(uid, 10), gid: Number.parseInt(gid, 10) };
  return account.uid > 0 ? account : undefined;
}
