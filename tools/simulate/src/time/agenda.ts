/** Something that happens at a moment of virtual time. `run` answers when it is over, or has come to its next pause. */
export type Entry = { readonly at: number; readonly run: () => void | Promise<void>; canceled: boolean };

/**
 * Virtual time in milliseconds, and what happens in it: one thing at a time, earliest first, ties in the order in which they were
 * entered. Real time, timers and threads play no part, so a history is the same whenever it is played.
 */
export class Agenda {
  /** The true time, as the provider and the database have it. */
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
    // Few entries are open at a time, and most new ones are due soon: a search from the end of the line is short.
    let place = this.entries.length;
    while (place > 0 && (this.entries[place - 1] as Entry).at <= entry.at) place -= 1;
    this.entries.splice(place, 0, entry);
    return entry;
  }

  after(ms: number, run: () => void | Promise<void>): Entry {
    return this.add(this.now + ms, run);
  }

  /** Lets the next thing happen, and tells whether there was one before `until`. */
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

  /** When the next thing happens; undefined when nothing will. */
  nextAt(): number | undefined {
    return this.entries.findLast((entry) => !entry.canceled)?.at;
  }
}
