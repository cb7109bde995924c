import { setTimeout as sleep } from 'node:timers/promises';
import type { Executor } from '@jeongsan/database';
import { isServerAway } from '@jeongsan/nest-kit';
import type { DataSource, EntityManager } from 'typeorm';

/** A read waits so long for the replica to have what was committed before it; then the primary answers. */
const CATCH_UP_MS = 500;
const LOOK_EVERY_MS = 5;
/** A replica that failed, or was too far behind, is not asked for so long. */
const REST_MS = 5_000;
/** What Postgres says when the replay of the primary's changes ends a read of the replica. */
const RECOVERY_CONFLICT = /conflict with recovery/;

/** Reads by single statements, and by several on one state of the books. */
export type Snapshots = Executor &
  Readonly<{ transaction: <T>(isolation: 'REPEATABLE READ', work: (tx: EntityManager) => Promise<T>) => Promise<T> }>;

/**
 * Where lists, reports and statements are read: a replica where there is one, otherwise the primary. Each read first asks the primary
 * how far it has written, and waits until the replica has replayed as much: whoever wrote, at whichever process, finds it. A replica
 * that is away or far behind is passed over. Never for a decision about money, which reads what it locks.
 */
export class ReadDatabase implements Snapshots {
  private replica: Promise<DataSource> | undefined;
  private restsUntil = 0;

  /** `connectReplica` undefined: there is no replica. */
  constructor(
    private readonly primary: DataSource,
    private readonly connectReplica?: () => Promise<DataSource>,
  ) {}

  /** Runs one statement, which must not write. Throws what the primary throws. */
  async query<T = unknown>(sql: string, parameters?: unknown[]): Promise<T> {
    const replica = await this.caughtUp();
    if (!replica) return this.primary.query<T>(sql, parameters);
    try {
      return await replica.query<T>(sql, parameters);
    } catch (error) {
      if (!this.restsAfter(error)) throw error;
      return this.primary.query<T>(sql, parameters);
    }
  }

  /**
   * Several statements on one state of the books, in a transaction that cannot write. Throws what the database throws: half of a list
   * may have been sent when the replica goes away.
   */
  async transaction<T>(isolation: 'REPEATABLE READ', work: (tx: EntityManager) => Promise<T>): Promise<T> {
    const source = (await this.caughtUp()) ?? this.primary;
    return source.transaction(isolation, async (tx) => {
      await tx.query('set transaction read only');
      return work(tx);
    });
  }

  async close(): Promise<void> {
    await this.replica?.then((replica) => replica.destroy()).catch(() => undefined);
  }

  /** The replica once it has everything that the primary has now; undefined: the primary is to be read. */
  private async caughtUp(): Promise<DataSource | undefined> {
    if (this.connectReplica === undefined || performance.now() < this.restsUntil) return undefined;
    const [written] = await this.primary.query<{ at: string }[]>('select pg_current_wal_insert_lsn()::text as at');
    try {
      this.replica ??= this.connectReplica();
      const replica = await this.replica;
      for (const until = performance.now() + CATCH_UP_MS; performance.now() < until; await sleep(LOOK_EVERY_MS)) {
        const [replayed] = await replica.query<{ isThere: boolean }[]>(
          // A server that replays nothing is the primary itself.
          `select coalesce(pg_last_wal_replay_lsn() >= $1::pg_lsn, true) as "isThere"`,
          [written?.at],
        );
        if (replayed?.isThere) return replica;
      }
      this.rest();
      return undefined;
    } catch (error) {
      if (!this.restsAfter(error)) throw error;
      return undefined;
    }
  }

  private restsAfter(error: unknown): boolean {
    if (!isServerAway(error) && !RECOVERY_CONFLICT.test(String(error))) return false;
    this.rest();
    return true;
  }

  private rest(): void {
    this.restsUntil = performance.now() + REST_MS;
    // A pool mends its own connections; a replica that was never connected is connected anew.
    this.replica?.catch(() => (this.replica = undefined));
  }
}
