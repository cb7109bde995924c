/** A caller's part of the present window. */
export type Share = Readonly<{ isOver: boolean; remaining: number; resetSeconds: number }>;

const WINDOW_MS = 60_000;
/** Keys that are counted one by one in a window. Further keys share one count, so that made-up keys cannot fill the memory. */
const KEYS_MAX = 50_000;

/** Counts requests by key in windows of a minute, in the memory of this process. */
export class RateWindows {
  private counts = new Map<string, number>();
  private endsAt = 0;

  constructor(
    readonly perMinute: number,
    private readonly nowMs: () => number,
  ) {}

  /** Counts one request. A refused request counts, too: a caller that does not slow down stays refused. */
  take(key: string): Share {
    const now = this.nowMs();
    if (now >= this.endsAt) {
      this.counts = new Map();
      this.endsAt = now + WINDOW_MS;
    }
    const counted = this.counts.has(key) || this.counts.size < KEYS_MAX ? key : '';
    const used = (this.counts.get(counted) ?? 0) + 1;
    this.counts.set(counted, used);
    return {
      isOver: used > this.perMinute,
      remaining: Math.max(0, this.perMinute - used),
      resetSeconds: Math.max(1, Math.ceil((this.endsAt - now) / 1_000)),
    };
  }
}
