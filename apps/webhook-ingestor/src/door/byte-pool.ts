/** A bound on memory: a caller takes bytes from the pool before it allocates them. */
export class BytePool {
  private used = 0;

  constructor(private readonly bytesMax: number) {}

  get inUse(): number {
    return this.used;
  }

  take(bytes: number): boolean {
    if (this.used + bytes > this.bytesMax) return false;
    this.used += bytes;
    return true;
  }

  give(bytes: number): void {
    this.used -= bytes;
  }
}

/**
 * The bytes that one request holds: the first `smallMax` bytes from one pool, the rest from another, so that small
 * requests never wait for large ones.
 */
export class ByteHolding {
  private small = 0;
  private large = 0;

  constructor(
    private readonly pool: BytePool,
    private readonly smallMax: number,
    private readonly largePool: BytePool | undefined,
  ) {}

  take(bytes: number): boolean {
    const small = Math.min(bytes, this.smallMax - this.small);
    const large = bytes - small;
    if (small > 0 && !this.pool.take(small)) return false;
    this.small += small;
    if (large === 0) return true;
    if (!this.largePool?.take(large)) return false;
    this.large += large;
    return true;
  }

  /** Gives all bytes back. A second call does nothing. */
  release(): void {
    this.pool.give(this.small);
    this.largePool?.give(this.large);
    this.small = this.large = 0;
  }
}
