/** The items of an iterator, of which the next can be requested before it is needed. */
export class OneAhead<T> {
  private requested: Promise<IteratorResult<T>> | undefined;

  constructor(private readonly items: AsyncIterator<T>) {}

  /** Requests the next item once, without waiting for it. Its failure is thrown by `next`, which may never be called. */
  request(): void {
    if (this.requested) return;
    this.requested = this.items.next();
    this.requested.catch(() => undefined);
  }

  async next(): Promise<T | undefined> {
    this.request();
    const { value, done } = (await this.requested) as IteratorResult<T, undefined>;
    this.requested = undefined;
    return done ? undefined : value;
  }
}
