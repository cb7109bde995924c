const BATCH_MAX = 500;

type Call<K, V> = Readonly<{ key: K; resolve: (value: V | undefined) => void; reject: (error: unknown) => void }>;

/**
 * Makes one query of many calls: while a batch is under way the next one gathers. A lone call waits for nobody, a crowd shares
 * round trips and commits. When a batch fails, every call in it fails.
 */
export class Gathered<K, V> {
  private waiting: Call<K, V>[] = [];
  private isBusy = false;

  constructor(private readonly query: (keys: K[]) => Promise<ReadonlyMap<K, V>>) {}

  /** What the query found for the key. */
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
