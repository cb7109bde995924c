import type { Agenda, Entry } from './agenda.js';

/**
 * Code of the core that runs in one worker. The task pauses at every call of a port and resumes by the agenda; between two
 * pauses it runs alone, so the seed alone decides the order of events. A killed task is never resumed.
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

  /** Enters the work into the agenda. `work` must always resolve, and never reject. */
  start(delayMs: number, work: () => Promise<void>): void {
    this.entry = this.agenda.after(delayMs, () => this.untilStop(() => void work().then(() => this.onStop?.())));
  }

  /** Pauses here; the returned Promise resolves when the agenda resumes the task. */
  pause(ms: number): Promise<void> {
    const resumed = new Promise<void>((resolve) => {
      if (!this.isKilled) this.entry = this.agenda.after(ms, () => this.untilStop(resolve));
    });
    this.onStop?.();
    return resumed;
  }

  /** Kills a paused task. */
  kill(): void {
    this.isKilled = true;
    if (this.entry !== undefined) this.entry.canceled = true;
  }

  /** Kills the task from within: the returned Promise never resolves. */
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
