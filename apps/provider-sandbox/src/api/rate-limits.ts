import type { Settings } from '../merchant/merchant.js';
import { Refused } from './refused.js';

const MINUTE_MS = 60_000;

type Asked = Readonly<{ operation: string; credential: string; url: string; isLookup: boolean; now: Date }>;

// ASSUMED: requests are counted by the minutes of the clock, and a request beyond the limit is refused in plain JSON
// before its body is opened.
/**
 * Counts the requests of each operation and key per minute of the sandbox's clock. In memory, because only the last
 * minute counts.
 */
export class RateLimits {
  private minute = 0;
  private counts = new Map<string, number>();
  private readonly lookups = new Map<string, number>();

  /** Counts a request. Throws Refused beyond the limit. */
  admit({ requestsPerMinute, lookupGapMs }: Settings, asked: Asked): void {
    if (requestsPerMinute !== null) this.count(asked, requestsPerMinute);
    if (lookupGapMs !== null && asked.isLookup) this.space(asked, lookupGapMs);
  }

  private count({ operation, credential, now }: Asked, max: number): void {
    const minute = Math.floor(now.getTime() / MINUTE_MS);
    if (minute !== this.minute) this.counts = new Map();
    this.minute = minute;
    const caller = `${credential} ${operation}`;
    const count = (this.counts.get(caller) ?? 0) + 1;
    this.counts.set(caller, count);
    if (count > max) throw new Refused('TOO_MANY_REQUESTS');
  }

  /** Throws Refused if the same object is looked up again too soon. */
  private space({ credential, url, now }: Asked, gapMs: number): void {
    const caller = `${credential} ${url}`;
    const last = this.lookups.get(caller);
    if (this.lookups.size >= LOOKUPS_MAX) this.lookups.clear();
    this.lookups.set(caller, now.getTime());
    const isTooSoon = last !== undefined && Math.abs(now.getTime() - last) < gapMs;
    if (isTooSoon) throw new Refused('FORBIDDEN_CONSECUTIVE_REQUEST');
  }

  clear(): void {
    this.counts.clear();
    this.lookups.clear();
  }
}

/** Lookups that are remembered; beyond this number all are forgotten, which only loosens the limit. */
const LOOKUPS_MAX = 100_000;
