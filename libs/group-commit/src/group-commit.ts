import { setTimeout as pause } from 'node:timers/promises';

export type GroupCommitOptions<T, R> = Readonly<{
  /** Writes all items in one statement and returns one result for each, in order. */
  write: (items: readonly T[]) => Promise<readonly R[]>;
  /** Whether one item may have made the whole write fail: then each item is written alone. */
  isItemFault: (error: unknown) => boolean;
  batchMax: number;
  /** The most statements that run at the same time. */
  writesMax: number;
  /**
   * Milliseconds to wait for further items after a batch of several: callers that were just answered return at about the same
   * time. A single item does not wait, except right after such a batch. Default: 0.
   */
  gatherMs?: number;
  /** The most waiting items; beyond this, `add` fails at once. */
  waitingMax: number;
  /** For items of different sizes: the size of an item, and the most that one statement, and all waiting items, may have. */
  size?: Readonly<{ of: (item: T) => number; batchMax: number; waitingMax: number }>;
}>;

/** Thrown when `waitingMax` items, or their size, wait already: the caller must retry. */
export class TooManyWaiting extends Error {
  override name = 'TooManyWaiting';
}

type Waiting<T, R> = { item: T; resolve: (result: R) => void; reject: (error: unknown) => void };

/**
 * Group commit: turns many single writes into few statements. Items that arrive while a statement runs go together into the
 * next one. A single item is written at once. Each caller waits for its own commit.
 */
export class GroupCommit<T, R> {
  private waiting: Waiting<T, R>[] = [];
  private waitingSize = 0;
  private writes = 0;
  private isCrowded = false;

  constructor(private readonly options: GroupCommitOptions<T, R>) {}

  /** Resolves with the item's result when the item is committed. Rejects with TooManyWaiting when too many items wait. */
  add(item: T): Promise<R> {
    const { waitingMax, size } = this.options;
    const isFull = this.waitingSize + this.sizeOf(item) > (size?.waitingMax ?? Number.POSITIVE_INFINITY);
    if (isFull || this.waiting.length >= waitingMax) {
      return Promise.reject(new TooManyWaiting(`${this.waiting.length} items wait to be written already`));
    }
    this.waitingSize += this.sizeOf(item);
    return new Promise((resolve, reject) => {
      this.waiting.push({ item, resolve, reject });
      if (this.writes < this.options.writesMax) void this.writeNext();
    });
  }

  private async writeNext(): Promise<void> {
    this.writes += 1;
    // Items that were added in the same turn of the event loop go into one statement.
    await new Promise(setImmediate);
    while (this.waiting.length > 0) {
      await this.gather();
      const batch = this.takeBatch();
      this.isCrowded = batch.length > 1;
      // Another write may have taken all items during the wait.
      if (batch.length > 0) await this.write(batch);
    }
    this.writes -= 1;
  }

  /** The first items that fit into one statement; an item that is too large for any statement goes alone. */
  private takeBatch(): Waiting<T, R>[] {
    const { batchMax, size } = this.options;
    let count = 0;
    let sum = 0;
    for (const { item } of this.waiting) {
      const next = sum + this.sizeOf(item);
      if (count >= batchMax || (count > 0 && next > (size?.batchMax ?? Number.POSITIVE_INFINITY))) break;
      count += 1;
      sum = next;
    }
    this.waitingSize -= sum;
    return this.waiting.splice(0, count);
  }

  private sizeOf(item: T): number {
    return this.options.size?.of(item) ?? 0;
  }

  private async gather(): Promise<void> {
    const { gatherMs = 0, batchMax } = this.options;
    if (gatherMs > 0 && this.isCrowded && this.waiting.length < batchMax) await pause(gatherMs);
  }

  private async write(batch: readonly Waiting<T, R>[]): Promise<void> {
    try {
      const results = await this.options.write(batch.map(({ item }) => item));
      batch.forEach(({ resolve }, i) => resolve(results[i] as R));
    } catch (error) {
      if (batch.length > 1 && this.options.isItemFault(error)) {
        for (const one of batch) await this.write([one]);
        return;
      }
      for (const { reject } of batch) reject(error);
    }
  }
}

/**
 * Whether SQLSTATE says that the written items caused the failure, not the server: data exceptions (22), integrity violations
 * (23), deadlocks (40P01).
 */
export const mayWorkAlone = (error: unknown): boolean => /^(22|23|40P01)/.test((error as { code?: string }).code ?? '');
