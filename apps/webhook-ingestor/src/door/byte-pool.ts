/** Memory that may be in use at once, by anything that asks for it before it is taken. */
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

/** What one request holds: its first bytes from one pool, and what is beyond them from another, so that small ones never wait for large ones. */
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

  /** May be called again: what is given back is held no more. */
  release(): void {
    this.pool.give(this.small);
    this.largePool?.give(this.large);
    this.small = this.large = 0;
  }
}
