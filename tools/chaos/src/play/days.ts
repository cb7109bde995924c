import { setTimeout as sleep } from 'node:timers/promises';
import { instantAt } from '@jeongsan/calendar';
import type { Stage } from '../stage/stage.js';

/** The longest wait for a day's run to be drafted; then the next day begins anyway. */
const DAY_MS_MAX = 1_500;
const LOOK_MS = 25;
/** Days without a run at the end: the last draft also runs under faults for some time. */
export const DAYS_AFTER = 8;
const DAY_AFTER_MS = 250;

/** The passing days of a round, and waits for a day. Days are counted from 0. */
export class Days {
  private day = 0;
  private waiting: { day: number; go: () => void }[] = [];

  constructor(private readonly dates: readonly string[]) {}

  /** Resolves when the day begins, at once when it has passed. */
  until(day: number): Promise<void> {
    if (day <= this.day) return Promise.resolve();
    return new Promise((go) => this.waiting.push({ day, go }));
  }

  /** Moves both sides' clocks through every date, as soon as the date's run is drafted. */
  async pass(stage: Stage, timeOfDay: string): Promise<void> {
    for (const date of this.dates) {
      await stage.clocks.moveTo(instantAt(date, timeOfDay));
      await drafted(stage, date);
      this.next();
    }
    for (let after = 0; after < DAYS_AFTER; after += 1) {
      await sleep(DAY_AFTER_MS);
      this.next();
    }
  }

  private next(): void {
    this.day += 1;
    const due = this.waiting.filter(({ day }) => day <= this.day);
    this.waiting = this.waiting.filter(({ day }) => day > this.day);
    for (const { go } of due) go();
  }
}

async function drafted({ db }: Stage, date: string): Promise<void> {
  for (const deadline = Date.now() + DAY_MS_MAX; Date.now() < deadline; await sleep(LOOK_MS)) {
    // The database may be the server that is down.
    const rows = await db
      .query<unknown[]>(`select from payouts.run where business_date = $1 and content_hash <> ''`, [date])
      .catch(() => []);
    if (rows.length > 0) return;
  }
}
