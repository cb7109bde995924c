import { setTimeout as pause } from 'node:timers/promises';

export type GroupCommitOptions<T, R> = Readonly<{
  /** Writes all of them in one statement and returns one result for each, in order. */
  write: (items: readonly T[]) => Promise<readonly R[]>;
  /** Whether one item may be to blame for a failed write: then each one is written alone. */
  isItemFault: (error: unknown) => boolean;
  batchMax: number;
  /** Statements under way at once. */
  writesMax: number;
  /**
   * How long a group waits that follows one of many: whoever was just answered is soon back, and all of them together. Of those
   * who come one by one, at most the first waits. 0 unless told.
   */
  gatherMs?: number;
  /** Items that may wait; beyond that, adding fails at once. */
  waitingMax: number;
  /** Where items differ in size: how large one is, and how much one statement, and all that wait, may hold. */
  size?: Readonly<{ of: (item: T) => number; batchMax: number; waitingMax: number }>;
}>;

/** More items wait than may: whoever brought this one must bring it again. */
export class TooManyWaiting extends Error {
  override name = 'TooManyWaiting';
}

type Waiting<T, R> = { item: T; resolve: (result: R) => void; reject: (error: unknown) => void };

/**
 * Turns many single writes into few statements: what arrives while a statement is under way goes with the next one.
 * Alone, an item is written at once; in a crowd, one commit carries many. Each caller waits for its own commit.
 */
export class GroupCommit<T, R> {
  private waiting: Waiting<T, R>[] = [];
  private waitingSize = 0;
  private writes = 0;
  private isCrowded = false;

  constructor(private readonly options: GroupCommitOptions<T, R>) {}

  /** Resolves when the item is committed. */
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
    // Requests that were read in the same turn of the event loop belong to one statement.
    await new Promise(setImmediate);
    while (this.waiting.length > 0) {
      await this.gather();
      const batch = this.takeBatch();
      this.isCrowded = batch.length > 1;
      // While this one gathered, another write may have taken them all.
      if (batch.length > 0) await this.write(batch);
    }
    this.writes -= 1;
  }

  /** The first that fit into one statement; one that fits into none goes alone. */
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

/** SQLSTATEs that blame what was written together, not the server: data exceptions, integrity violations, deadlocks. */
export const mayWorkAlone = (error: unknown): boolean => /^(22|23|40P01)/.test((error as { code?: string }).code ?? '');
