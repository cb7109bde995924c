import { setTimeout as sleep } from 'node:timers/promises';

const PAUSE_MS = 100;

/** Asks for pages of the front door all along, and counts what is not answered at once. */
export class Witness {
  private isOver = false;
  private asking: Promise<void> | undefined;
  asked = 0;
  failed = 0;
  /** The longest time in a row without an answer, in milliseconds. */
  longestMs = 0;

  constructor(private readonly url: string) {}

  start(): void {
    this.asking = this.ask();
  }

  async stop(): Promise<void> {
    this.isOver = true;
    await this.asking;
  }

  private async ask(): Promise<void> {
    let answeredAt = performance.now();
    while (!this.isOver) {
      // Asked through the door: it answers 200 only when every service does.
      const isFine = await fetch(`${this.url}/health`, { signal: AbortSignal.timeout(5_000) }).then(
        async (reply) => (await reply.text(), reply.ok),
        () => false,
      );
      this.asked += 1;
      if (isFine) answeredAt = performance.now();
      else this.failed += 1;
      this.longestMs = Math.max(this.longestMs, performance.now() - answeredAt);
      await sleep(PAUSE_MS);
    }
  }
}
