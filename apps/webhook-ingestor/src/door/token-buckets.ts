export type BucketSize = Readonly<{ perSecond: number; burst: number }>;

type Bucket = { tokens: number; atMs: number };

/** Keys that are remembered. Whose was forgotten begins with a full bucket again. */
const KEYS_MAX = 10_000;

/** A budget for each key: full at first, spent token by token, refilled at a steady rate. Remembers a bounded number of keys. */
export class TokenBuckets {
  private readonly buckets = new Map<string, Bucket>();

  constructor(
    private readonly size: BucketSize,
    private readonly nowMs: () => number,
  ) {}

  /** Takes a number of tokens, or none at all and tells so. */
  take(key: string, count = 1): boolean {
    const bucket = this.refilled(key);
    if (bucket.tokens < count) return false;
    bucket.tokens -= count;
    return true;
  }

  /** Whole tokens that are left. */
  left(key: string): number {
    return Math.floor(this.refilled(key).tokens);
  }

  /** Seconds until that many could be taken. */
  secondsUntil(key: string, count = 1): number {
    return Math.max(1, Math.ceil((count - this.refilled(key).tokens) / this.size.perSecond));
  }

  private refilled(key: string): Bucket {
    const { perSecond, burst } = this.size;
    const atMs = this.nowMs();
    const before = this.buckets.get(key) ?? { tokens: burst, atMs };
    const gained = (Math.max(0, atMs - before.atMs) * perSecond) / 1_000;
    const bucket = { tokens: Math.min(burst, before.tokens + gained), atMs };
    // The order of the map is that of use: the first is the one that was not asked for longest.
    this.buckets.delete(key);
    this.buckets.set(key, bucket);
    if (this.buckets.size > KEYS_MAX) this.buckets.delete(this.buckets.keys().next().value ?? key);
    return bucket;
  }
}
