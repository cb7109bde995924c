const BATCH_MAX = 500;

type Call<K, V> = Readonly<{ key: K; resolve: (value: V | undefined) => void; reject: (error: unknown) => void }>;

/**
 * Combines concurrent calls into one query: while one batch runs, further calls gather for the next. A single call does not
 * wait; many calls share round trips and commits. When the query of a batch fails, each of its calls fails.
 */
export class Gathered<K, V> {
  private waiting: Call<K, V>[] = [];
  private isBusy = false;

  constructor(private readonly query: (keys: K[]) => Promise<ReadonlyMap<K, V>>) {}

  /** The result of the query for one key. */
  ask(key: K): Promise<V | undefined> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ key, resolve, reject });
      if (!this.isBusy) void this.workOff();
    });
  }

  private async workOff(): Promise<void> {
    this.isBusy = true;
    while (this.waiting.length > 0) await this.answer(this.waiting.splice(0, BATCH_MAX));
    this.isBusy = false;
  }

  private async answer(batch: readonly Call<K, V>[]): Promise<void> {
    try {
      const found = await this.query([...new Set(batch.map((call) => call.key))]);
      for (const { key, resolve } of batch) resolve(found.get(key));
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }
}
