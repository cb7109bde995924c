import type { Tap } from '@jeongsan/testing';

/** COMMIT as a simple query of Postgres's protocol: type, length, text, zero. */
const COMMIT = Buffer.concat([Buffer.from('Q'), Buffer.from([0, 0, 0, 11]), Buffer.from('COMMIT\0')]);

/** `answer`: the transaction is committed, and the client gets no answer. `request`: the COMMIT does not reach Postgres. */
export type CommitCut = 'answer' | 'request';

/**
 * Cuts connections to Postgres during COMMIT, the one moment at which the client cannot know the outcome of its transaction.
 */
export class CommitCutter {
  private readonly orders: CommitCut[] = [];
  readonly struck: Record<CommitCut, number> = { answer: 0, request: 0 };

  /** Orders the next commits, of any client, to be cut. */
  order(cuts: readonly CommitCut[]): void {
    this.orders.push(...cuts);
  }

  /** Drops orders that met no commit. */
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
      // The first bytes after that COMMIT are its answer.
      fromServer: () => (isDeaf ? 'cut' : 'pass'),
    };
  };
}
