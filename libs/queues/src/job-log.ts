import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

const ERROR_CHARACTERS_MAX = 500;

type OpenJob = Readonly<{ id: bigint; trace: Readonly<Record<string, string>> }>;

/** What became of a job, kept on its outbox row. Every statement may run twice, or race with a second run of the same job. */
@Injectable()
export class JobLog {
  constructor(private readonly db: DataSource) {}

  /** The job's row while something is left to do; undefined when it is done, dead, or gone. */
  async findOpen(jobId: string | undefined): Promise<OpenJob | undefined> {
    const id = /^outbox-(\d{1,19})$/.exec(jobId ?? '')?.[1];
    if (id === undefined) return undefined;
    const [row] = await this.db.query<{ id: bigint; trace: Record<string, string> | null }[]>(
      'select id, trace from messaging.outbox where id = $1 and done_at is null and dead_at is null',
      [id],
    );
    return row && { id: row.id, trace: row.trace ?? {} };
  }

  /** The effect happened. That outranks a second run that gave up. */
  async markDone(id: bigint): Promise<void> {
    await this.db.query(
      'update messaging.outbox set done_at = clock_timestamp(), dead_at = null, error = null where id = $1 and done_at is null',
      [id],
    );
  }

  /** Nobody will try again by itself. */
  async markDead(id: bigint, reason: string): Promise<void> {
    await this.db.query(
      `update messaging.outbox set dead_at = clock_timestamp(), error = $2 where id = $1 and done_at is null and dead_at is null`,
      [id, reason.slice(0, ERROR_CHARACTERS_MAX)],
    );
  }
}
