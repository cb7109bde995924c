/** An answer or webhook waits at most this long for the one that shall overtake it, because none may follow. */
const HELD_MAX_MS = 5_000;

/** Lets an answer or a webhook wait until the next one has been sent, so that two arrive in reverse order. */
export class Held {
  private waiting: (() => void)[] = [];

  wait(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, HELD_MAX_MS);
      this.waiting.push(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  /** Ends the waiting of all held items, because another one has been sent. */
  release(): void {
    const released = this.waiting;
    this.waiting = [];
    for (const go of released) go();
  }
}
