import { setTimeout as pause } from 'node:timers/promises';
import { readClock } from '@jeongsan/database';
import { Market } from './market.js';
import type { PaymentStage } from './payment-stage.js';
import { Records } from './records.js';
import { stories, type Outcome, type Play } from './stories.js';

const TICK_MS = 30;

/** Plays the stories of one case, all at once. */
export class Telling {
  readonly outcomes: Promise<Outcome[]>;
  private readonly waitingFor = new Set<string>();
  private left = stories.length;
  private hasEnded = false;

  constructor({ db, sandbox, gatewayUrl, key, setClocks }: PaymentStage, name: string) {
    const play: Play = {
      ...{ name, sandbox, records: new Records(db) },
      market: new Market(gatewayUrl, key, () => this.hasEnded),
      until: (what, isSo) => this.until(what, isSo),
      later: async (seconds) => setClocks(new Date((await readClock(db)).getTime() + seconds * 1_000)),
    };
    this.outcomes = Promise.all(stories.map((story) => story(play).finally(() => (this.left -= 1))));
    // The error is read at the end of the case.
    this.outcomes.catch(() => undefined);
  }

  get isOver(): boolean {
    return this.left === 0;
  }

  /** Whether no story has a request under way. */
  get isWaiting(): boolean {
    return this.waitingFor.size === this.left;
  }

  get what(): string {
    return [...this.waitingFor].join(', ');
  }

  /** Stories that are not over fail. */
  end(): void {
    this.hasEnded = true;
  }

  private async until(what: string, isSo: () => Promise<boolean>): Promise<void> {
    this.waitingFor.add(what);
    try {
      while (!(await isSo())) {
        if (this.hasEnded) throw new Error(`${what} did not come`);
        await pause(TICK_MS);
      }
    } finally {
      this.waitingFor.delete(what);
    }
  }
}
