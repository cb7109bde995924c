import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { FailOrder, FailReport } from '@jeongsan/failpoints';
import { plainEnvironment } from './env.js';

/** Messages to and from a warm process. */
export type Begin = Readonly<{ environment: Readonly<Record<string, string>> }>;
export type WarmReport = Readonly<{ replica: 'warm' | 'started' }>;

const WARM_APP = fileURLToPath(new URL('./warm-app.js', import.meta.url));
const START_MS_MAX = 60_000;
const WAKE_MS_MAX = 1_000;

/** One process of an app, with an order to fail. */
export class Replica {
  /** Time of the strike in milliseconds of `performance.now`; undefined: not struck yet. */
  struckAt: number | undefined;
  private isGone = false;
  private readonly reports = new Set<string>();
  private readonly waiting = new Set<() => void>();

  private constructor(private readonly child: ChildProcess) {
    child.on('message', (message: FailReport | WarmReport) => {
      if ('failpoint' in message && message.failpoint === 'struck') this.struckAt = performance.now();
      this.reports.add('replica' in message ? message.replica : message.failpoint);
      this.wake();
    });
    // The last messages may arrive after the process has ended.
    void Promise.all([once(child, 'exit'), once(child, 'disconnect')]).then(() => {
      this.isGone = true;
      this.wake();
    });
    // Orders to a process that was just killed are dropped.
    child.on('error', () => undefined);
  }

  /** Starts a process that loads the app built in `folder`, and then waits. */
  static async warm(folder: string, logFile: string): Promise<Replica> {
    const log = await open(logFile, 'a');
    const child = fork(WARM_APP, {
      env: { ...plainEnvironment(), WARM_APP: folder },
      stdio: ['ignore', log.fd, log.fd, 'ipc'],
      // Ctrl-C is handled by the parent; the child ends with the channel.
      detached: true,
    });
    await log.close();
    return new Replica(child);
  }

  get isDead(): boolean {
    return this.isGone;
  }

  /** Turns the process into a running service. @throws when the service does not start. */
  async begin(environment: Readonly<Record<string, string>>): Promise<void> {
    await this.reported('warm');
    this.child.send({ environment } satisfies Begin);
    await this.reported('started');
  }

  /** Resolves when the process has received the order. */
  async order(order: FailOrder): Promise<void> {
    this.struckAt = undefined;
    this.reports.delete('armed');
    this.child.send(order);
    await this.reported('armed');
  }

  async kill(): Promise<void> {
    if (this.isGone) return;
    this.child.kill('SIGKILL');
    while (!this.isGone) await this.woken();
  }

  private async reported(what: string): Promise<void> {
    const deadline = performance.now() + START_MS_MAX;
    while (!this.reports.has(what)) {
      if (this.isGone) throw new Error(`A process ended that should have been ${what}`);
      if (performance.now() > deadline) throw new Error(`A process was not ${what} in ${START_MS_MAX} ms`);
      await this.woken();
    }
  }

  private woken(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, WAKE_MS_MAX);
      this.waiting.add(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  private wake(): void {
    for (const resolve of this.waiting) resolve();
    this.waiting.clear();
  }
}
