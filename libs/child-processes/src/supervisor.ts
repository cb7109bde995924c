import { setTimeout as sleep } from 'node:timers/promises';

export type SupervisorOptions = Readonly<{
  /** The name of the supervised process in logs. */
  name: string;
  /** Restarts the process on its port and its data; resolves when it is ready. Throws when it could not be started. */
  bring: () => Promise<void>;
  /** Ends the process that `bring` started, for a stop that comes during the start. */
  end: () => Promise<void>;
  log: (line: string) => void;
}>;

const PAUSE_MS = 200;
const PAUSE_CAP_MS = 5_000;
/** At least two minutes of attempts: a process that fails this often has a fault that restarts do not mend. */
const ATTEMPTS_MAX = 30;
/** A process that was ready for this long counts as recovered: its next end starts a new count of attempts. */
const HEALTHY_MS = 5_000;

/** Restarts a process that ends unasked, with growing pauses between attempts, up to a number of attempts. */
export class Supervisor {
  private attempts = 0;
  private lastReadyAt = performance.now();
  private isStopped = false;
  /** The running attempts to restart. */
  bringing: Promise<void> | undefined;

  constructor(private readonly options: SupervisorOptions) {}

  /** The process ended unasked; `how`: in words. */
  ended(how: string): void {
    const { name, log } = this.options;
    log(`${name} ended by itself (${how})`);
    if (performance.now() - this.lastReadyAt > HEALTHY_MS) this.attempts = 0;
    this.bringing ??= this.bring().finally(() => (this.bringing = undefined));
  }

  /** From now on the process may end. Resolves when no restart is under way any more. */
  async stop(): Promise<void> {
    this.isStopped = true;
    await this.bringing;
  }

  private async bring(): Promise<void> {
    const { name, bring, end, log } = this.options;
    for (; !this.isStopped && this.attempts < ATTEMPTS_MAX;) {
      await sleep(Math.min(PAUSE_CAP_MS, PAUSE_MS * 2 ** this.attempts), undefined, { ref: false });
      if (this.isStopped) return;
      this.attempts += 1;
      const failure = await bring().then(
        () => undefined,
        (error: Error) => error,
      );
      // `stop` waits for this attempt; a process that was started meanwhile must be ended.
      if (this.isStopped) return void (failure === undefined && (await end()));
      if (failure === undefined) {
        this.lastReadyAt = performance.now();
        return log(`${name} runs again`);
      }
      if (this.attempts === ATTEMPTS_MAX) log(`${name} is given up after ${ATTEMPTS_MAX} starts: ${failure.message}`);
    }
  }
}
