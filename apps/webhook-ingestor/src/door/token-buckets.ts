export type BucketSize = Readonly<{ perSecond: number; burst: number }>;

type Bucket = { tokens: number; atMs: number };

/** Keys that are remembered. A forgotten key starts with a full bucket again. */
const KEYS_MAX = 10_000;

/** A budget for each key: full at first, spent token by token, refilled at a steady rate. Remembers a bounded number of keys. */
export class TokenBuckets {
  private readonly buckets = new Map<string, Bucket>();

  constructor(
    private readonly size: BucketSize,
    private readonly nowMs: () => number,
  ) {}

  /** Takes `count` tokens and returns true, or takes none and returns false. */
  take(key: string, count = 1): boolean {
    const bucket = this.refilled(key);
    if (bucket.tokens < count) return false;
    bucket.tokens -= count;
    return true;
  }

  /** The number of whole tokens left for a key. */
  left(key: string): number {
    return Math.floor(this.refilled(key).tokens);
  }

  /** Seconds until `count` tokens can be taken. */
  secondsUntil(key: string, count = 1): number {
    return Math.max(1, Math.ceil((count - this.refilled(key).tokens) / this.size.perSecond));
  }

  private refilled(key: string): Bucket {
    const { perSecond, burst } = this.size;
    const atMs = this.nowMs();
    const before = this.buckets.get(key) ?? { tokens: burst, atMs };
    const gained = (Math.max(0, atMs - before.atMs) * perSecond) / 1_000;
    const bucket = { tokens: Math.min(burst, before.tokens + gained), atMs };
    // Deleting and setting a key moves it to the end of the map: the first key is the one unused for longest.
    this.buckets.delete(key);
    this.buckets.set(key, bucket);
    if (this.buckets.size > KEYS_MAX) this.buckets.delete(this.buckets.keys().next().value ?? key);
    return bucket;
  }
}
