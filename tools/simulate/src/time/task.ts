import type { Agenda, Entry } from './agenda.js';

/**
 * Code of the core under way in one worker. It stops at every call of a port and goes on when the agenda says so; between two pauses
 * it runs alone, so the order of events is decided by the seed and by nothing else. A killed task is never resumed.
 */
export class Task {
  private entry: Entry | undefined;
  private onStop: (() => void) | undefined;
  private isKilled = false;

  constructor(
    private readonly agenda: Agenda,
    readonly name: string,
  ) {}

  get isAlive(): boolean {
    return !this.isKilled;
  }

  /** Enters the work into the agenda. `work` must end by itself, whatever happens: it may not reject. */
  start(delayMs: number, work: () => Promise<void>): void {
    this.entry = this.agenda.after(delayMs, () => this.untilStop(() => void work().then(() => this.onStop?.())));
  }

  /** Stops here; the promise is kept when the agenda comes to it. */
  pause(ms: number): Promise<void> {
    const resumed = new Promise<void>((resolve) => {
      if (!this.isKilled) this.entry = this.agenda.after(ms, () => this.untilStop(resolve));
    });
    this.onStop?.();
    return resumed;
  }

  /** Ends a task that stands at a pause. */
  kill(): void {
    this.isKilled = true;
    if (this.entry !== undefined) this.entry.canceled = true;
  }

  /** Ends the task from within: what waits for the promise waits for ever. */
  die(): Promise<never> {
    this.kill();
    this.onStop?.();
    return new Promise(() => undefined);
  }

  private untilStop(go: () => void): Promise<void> {
    return new Promise((resolve) => {
      this.onStop = resolve;
      go();
    });
  }
}
