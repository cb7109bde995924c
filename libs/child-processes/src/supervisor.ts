import { setTimeout as sleep } from 'node:timers/promises';

export type SupervisorOptions = Readonly<{
  /** What is kept running, as the log names it. */
  name: string;
  /** Brings it back as it was, on its port and its data; resolves when it is ready. Throws when that did not work. */
  bring: () => Promise<void>;
  /** Ends what `bring` started, for a stop that comes while it starts. */
  end: () => Promise<void>;
  log: (line: string) => void;
}>;

const PAUSE_MS = 200;
const PAUSE_CAP_MS = 5_000;
/** Two minutes of trying or more: what fails as often as this fails for a reason that no start mends. */
const ATTEMPTS_MAX = 30;
/** One that was ready for this long had come back; the next end begins a new count. */
const HEALTHY_MS = 5_000;

/** Brings back what ends although nobody asked it to, again and again with growing pauses, until that seems of no use. */
export class Supervisor {
  private attempts = 0;
  private lastReadyAt = performance.now();
  private isStopped = false;
  /** The attempts under way to bring it back. */
  bringing: Promise<void> | undefined;

  constructor(private readonly options: SupervisorOptions) {}

  /** It ended by itself; `how`: in words. */
  ended(how: string): void {
    const { name, log } = this.options;
    log(`${name} ended by itself (${how})`);
    if (performance.now() - this.lastReadyAt > HEALTHY_MS) this.attempts = 0;
    this.bringing ??= this.bring().finally(() => (this.bringing = undefined));
  }

  /** From now on it may end. Resolves when no start of it is under way any more. */
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
      // `stop` waits for this, and then what was started must not stay.
      if (this.isStopped) return void (failure === undefined && (await end()));
      if (failure === undefined) {
        this.lastReadyAt = performance.now();
        return log(`${name} runs again`);
      }
      if (this.attempts === ATTEMPTS_MAX) log(`${name} is given up after ${ATTEMPTS_MAX} starts: ${failure.message}`);
    }
  }
}
