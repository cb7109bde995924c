const FNV_PRIME = 0x01000193;

/** A trace of all events in order: as a hash, and as text on request. */
export class Trace {
  private high = 0x811c9dc5;
  private low = 0x9747b28c;
  readonly lines: string[] = [];

  constructor(
    private readonly clock: () => number,
    private readonly keep: boolean,
  ) {}

  /** Two FNV-1a streams over UTF-16 units: fast, with far more values than there are histories. */
  note(text: string): void {
    const at = this.clock();
    this.mix(at | 0);
    for (let index = 0; index < text.length; index += 1) this.mix(text.charCodeAt(index));
    if (this.keep) this.lines.push(`${new Date(at).toISOString()} ${text}`);
  }

  get hash(): string {
    return [this.high, this.low].map((part) => (part >>> 0).toString(16).padStart(8, '0')).join('');
  }

  private mix(unit: number): void {
    this.high = Math.imul(this.high ^ unit, FNV_PRIME);
    this.low = Math.imul(this.low ^ (unit + 0x5bd1), FNV_PRIME) ^ (this.low >>> 15);
  }
}
