/** So long something is held back at most: nobody may follow it. */
const HELD_MAX_MS = 5_000;

/** What waits until another one has gone before it: two answers, or two webhooks, in the wrong order. */
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

  /** Another one has gone. */
  release(): void {
    const released = this.waiting;
    this.waiting = [];
    for (const go of released) go();
  }
}
