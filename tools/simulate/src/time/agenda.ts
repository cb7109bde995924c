/** An event at a moment of virtual time. `run` resolves when the event is over, or has reached its next pause. */
export type Entry = { readonly at: number; readonly run: () => void | Promise<void>; canceled: boolean };

/**
 * Virtual time in milliseconds, and its events: one at a time, earliest first, ties in the order of entry. Independent of real
 * time, timers and threads, so a history is always the same.
 */
export class Agenda {
  /** The true time, shown by the clocks of the provider and the database. */
  now: number;
  private readonly entries: Entry[] = [];

  constructor(startsAt: number) {
    this.now = startsAt;
  }

  get isEmpty(): boolean {
    return this.entries.length === 0;
  }

  add(at: number, run: () => void | Promise<void>): Entry {
    const entry = { at: Math.max(at, this.now), run, canceled: false };
    // Few entries are open at a time, and most new ones are due soon: searching from the end is short.
    let place = this.entries.length;
    while (place > 0 && (this.entries[place - 1] as Entry).at <= entry.at) place -= 1;
    this.entries.splice(place, 0, entry);
    return entry;
  }

  after(ms: number, run: () => void | Promise<void>): Entry {
    return this.add(this.now + ms, run);
  }

  /** Runs the next event; returns false when there is none before `until`. */
  async next(until: number): Promise<boolean> {
    for (;;) {
      const entry = this.entries.at(-1);
      if (entry === undefined || entry.at > until) return false;
      this.entries.pop();
      if (entry.canceled) continue;
      this.now = entry.at;
      await entry.run();
      return true;
    }
  }

  /** Time of the next event; undefined: none. */
  nextAt(): number | undefined {
    return this.entries.findLast((entry) => !entry.canceled)?.at;
  }
}
