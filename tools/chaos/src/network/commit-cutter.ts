import type { Tap } from '@jeongsan/testing';

/** COMMIT as a simple query of Postgres's protocol: type, length, text, zero. */
const COMMIT = Buffer.concat([Buffer.from('Q'), Buffer.from([0, 0, 0, 11]), Buffer.from('COMMIT\0')]);

/** `answer`: the transaction is committed and nobody is told. `request`: the word never reaches Postgres. */
export type CommitCut = 'answer' | 'request';

/** Cuts connections to Postgres at the one moment at which the client cannot know what became of its transaction. */
export class CommitCutter {
  private readonly orders: CommitCut[] = [];
  readonly struck: Record<CommitCut, number> = { answer: 0, request: 0 };

  /** The next commits, whoever makes them, are cut so. */
  order(cuts: readonly CommitCut[]): void {
    this.orders.push(...cuts);
  }

  /** Forgets the orders that found no commit. */
  withdraw(): void {
    this.orders.length = 0;
  }

  readonly tap = (): Tap => {
    let isDeaf = false;
    return {
      fromClient: (bytes) => {
        const cut = bytes.includes(COMMIT) ? this.orders.shift() : undefined;
        if (cut === undefined) return 'pass';
        this.struck[cut] += 1;
        if (cut === 'request') return 'cut';
        isDeaf = true;
        return 'pass';
      },
      // The first word after that COMMIT is its answer.
      fromServer: () => (isDeaf ? 'cut' : 'pass'),
    };
  };
}
