import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { serviceAccount } from './service-account.js';

/** A file system of a few megabytes that Postgres's account may write to, so that a test can fill the disk. */
export type SmallVolume = {
  /** An empty folder on the file system. */
  readonly folder: string;
  /** Fills the file system completely. */
  fill(): Promise<void>;
  /** Deletes what `fill` wrote. */
  free(): Promise<void>;
  stop(): Promise<void>;
};

// Only this process sees the mount; others reach it by /proc/<pid>. The process ends when its input ends. Only the owner of the
// mount may write there, so this process also fills it.
const HOLD = `mount -t tmpfs -o size="$1"m,mode=0755 none /tmp && mkdir -m 0700 /tmp/volume && echo ready || exit 1
while read -r verb; do
  case "$verb" in
    fill) dd if=/dev/zero of=/tmp/filler bs=64k ;;
    free) rm -f /tmp/filler ;;
  esac
  echo done
done`;

/** Needs no privilege, only a Linux with user namespaces; undefined elsewhere. */
export async function openSmallVolume(megabytes: number): Promise<SmallVolume | undefined> {
  if (process.platform !== 'linux') return undefined;
  const account = await serviceAccount();
  const holder = spawn('unshare', ['-Urm', '/bin/sh', '-c', HOLD, 'sh', String(megabytes)], {
    ...account,
    cwd: '/',
    env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' },
    stdio: ['pipe', 'pipe', 'ignore'],
    detached: true,
  });
  const ended = new Promise<void>((resolve) => {
    holder.once('error', () => resolve());
    holder.once('exit', () => resolve());
  });
  holder.stdin.on('error', () => undefined);
  const lines = createInterface({ input: holder.stdout });
  // False when the process ends without output.
  const answered = (): Promise<boolean> =>
    Promise.race([once(lines, 'line').then(() => true), ended.then(() => false)]);
  const stop = async (): Promise<void> => {
    holder.kill('SIGKILL');
    await ended;
  };
  if (!(await answered())) return undefined;
  const order = async (verb: 'fill' | 'free'): Promise<void> => {
    holder.stdin.write(`${verb}\n`);
    if (!(await answered())) throw new Error('The small volume has ended');
  };
  const folder = `/proc/${holder.pid}/root/tmp/volume`;
  return { folder, fill: () => order('fill'), free: () => order('free'), stop };
}
