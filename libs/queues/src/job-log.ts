import { isDeepStrictEqual } from 'node:util';
import { Injectable, Logger } from '@nestjs/common';
import { prepared, type RunningJob } from '@jeongsan/database';
import { GroupCommit } from '@jeongsan/group-commit';
import { DataSource } from 'typeorm';

const ERROR_CHARACTERS_MAX = 500;

/** One statement at a time: calls that come meanwhile share the next one. A failed statement fails all of its calls. */
const grouped = { batchMax: 500, writesMax: 1, waitingMax: Number.POSITIVE_INFINITY, isItemFault: () => false };

type OpenJob = RunningJob & Readonly<{ trace: Readonly<Record<string, string>> }>;
/** A job as Redis has it. */
type QueuedJob = Readonly<{ id?: string | undefined; name: string; data: unknown }>;
type OpenRow = OpenJob & Readonly<{ job: string; data: unknown }>;

const OPEN = prepared(
  'job.open',
  `select id, trace, job, data, dedupe_key as "dedupeKey" from messaging.outbox
    where id = any($1) and done_at is null and dead_at is null`,
);
const FINISH = prepared(
  'job.finish',
  `update messaging.outbox o set done_at = clock_timestamp(), dead_at = null, error = null
     from (select id from messaging.outbox where id = any($1) and done_at is null order by id for update) open
    where o.id = open.id`,
);

/**
 * Records the state of a job on its outbox row. Every statement may run twice, or concurrently with another run of the same
 * job.
 */
@Injectable()
export class JobLog {
  private readonly opening = new GroupCommit({ ...grouped, write: (ids: readonly bigint[]) => this.findAllOpen(ids) });
  private readonly finishing = new GroupCommit({
    ...grouped,
    write: (ids: readonly bigint[]) => this.markAllDone(ids),
  });

  private readonly logger = new Logger(JobLog.name);

  constructor(private readonly db: DataSource) {}

  /**
   * The row of an unfinished job; undefined: done, dead, deleted, or the row of another job. A database that lost its last rows
   * gives their numbers to new jobs, while Redis still has the old ones: the old one must not run in the name of the new one,
   * which is published again by the sweeper.
   */
  async findOpen({ id: jobId, name, data }: QueuedJob): Promise<OpenJob | undefined> {
    const id = /^outbox-(\d{1,18})$/.exec(jobId ?? '')?.[1];
    const row = id === undefined ? undefined : await this.opening.add(BigInt(id));
    if (row === undefined || (row.job === name && isDeepStrictEqual(row.data, data))) return row;
    this.logger.warn(`Job ${name} ${jobId} is of rows that the database has lost, and is dropped`);
    return undefined;
  }

  /** Marks a job as done, also when another run of the job has already marked it as dead. */
  async markDone(id: bigint): Promise<void> {
    await this.finishing.add(id);
  }

  /** Marks a job as dead: it is not retried automatically. */
  async markDead(id: bigint, reason: string): Promise<void> {
    await this.db.query(
      `update messaging.outbox set dead_at = clock_timestamp(), error = $2 where id = $1 and done_at is null and dead_at is null`,
      [id, reason.slice(0, ERROR_CHARACTERS_MAX)],
    );
  }

  private async findAllOpen(ids: readonly bigint[]): Promise<(OpenRow | undefined)[]> {
    const rows = await this.db.query<(Omit<OpenRow, 'trace'> & { trace: OpenRow['trace'] | null })[]>(OPEN, [ids]);
    const open = new Map(rows.map(({ trace, ...row }) => [row.id, { ...row, trace: trace ?? {} }]));
    return ids.map((id) => open.get(id));
  }

  private async markAllDone(ids: readonly bigint[]): Promise<undefined[]> {
    // Rows are locked in one order, so that two workers with the same jobs cannot deadlock.
    await this.db.query(FINISH, [ids]);
    return ids.map(() => undefined);
  }
}
